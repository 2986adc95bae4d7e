import type { TallySeries } from '@/console/api/contract';

export const WHATS = [
  'deposit',
  'withdrawal',
  'returned',
  'ggr',
  'turnover',
  'bonus',
  'refund',
  'invite',
  'prize',
  'adjustment',
  'writeoff',
  'fee',
  'new',
  'active',
] as const;
export type What = (typeof WHATS)[number];

export const SPANS = ['day', 'hour'] as const;
export type Span = (typeof SPANS)[number];

/** Members are counted; everything else is money. */
export const counted = (what: What) => what === 'new' || what === 'active';

const HOUR_MS = 3_600_000;
const LENGTHS: Record<Span, number> = { hour: HOUR_MS, day: 24 * HOUR_MS };

/** An hour or a day: all of it, and each channel's, provider's or account's part in the order of the names. */
export interface Point {
  /** Milliseconds since 1970. */
  at: number;
  total: number;
  parts: number[];
}

/** Amounts are baht with two decimals: they are added up in satang. */
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + Math.round(amount * 100), 0) / 100;

/** Every hour or day that has begun, oldest first, also those in which nothing happened; the largest part is named first. */
export function pointsOf(
  series: TallySeries['series'],
  { from, to, by, what }: { from: string; to: string; by: Span; what: What },
  now: number,
): { names: string[]; points: Point[]; total: number } {
  const valued = series.map(({ of, points }) => {
    const values = new Map(points.map(({ at, amount, count }) => [Date.parse(at), counted(what) ? count : amount]));
    return { of, values, total: sum([...values.values()]) };
  });
  valued.sort((a, b) => Math.abs(b.total) - Math.abs(a.total));
  const points: Point[] = [];
  for (let at = Date.parse(from); at < Math.min(Date.parse(to), now); at += LENGTHS[by]) {
    const parts = valued.map(({ values }) => values.get(at) ?? 0);
    points.push({ at, parts, total: sum(parts) });
  }
  return { names: valued.map(({ of }) => of), points, total: sum(valued.map(({ total }) => total)) };
}
