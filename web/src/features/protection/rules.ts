import type { Protection, ProtectionLimit, StatementRow } from '@/shared/api/wire';

export type Kind = ProtectionLimit['kind'];
export type Period = ProtectionLimit['period'];

export const KINDS: readonly Kind[] = ['deposit', 'loss'];
export const PERIODS: readonly Period[] = ['day', 'week', 'month'];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Limits count over Bangkok's days, whatever the phone's clock says (RULES.md §11); Bangkok has no summer time. */
const BANGKOK = 7 * HOUR;

export const limitOf = (limits: readonly ProtectionLimit[], kind: Kind, period: Period) =>
  limits.find((limit) => limit.kind === kind && limit.period === period);

/**
 * When the current period ends, in Bangkok's time: at midnight, at Monday's first moment, or at the first of the month.
 */
export function endOf(period: Period, now: Date): Date {
  const there = new Date(now.getTime() + BANGKOK);
  const [year, month, day] = [there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()];
  const ends = {
    day: () => Date.UTC(year, month, day + 1),
    week: () => Date.UTC(year, month, day + 7 - ((there.getUTCDay() + 6) % 7)),
    month: () => Date.UTC(year, month + 1, 1),
  };
  return new Date(ends[period]() - BANGKOK);
}

/** The used part of a limit, from 0 to 1. A limit of zero is used up. */
export const partUsed = ({ amount, used }: ProtectionLimit) => (amount <= 0 ? 1 : Math.min(1, used / amount));

/** The limit of a kind that leaves the least; of two that leave the same, the one that lasts longer. */
export function tightest(limits: readonly ProtectionLimit[], kind: Kind): ProtectionLimit | undefined {
  return limits
    .filter((limit) => limit.kind === kind)
    .sort((a, b) => a.left - b.left || PERIODS.indexOf(b.period) - PERIODS.indexOf(a.period))[0];
}

export type Effect = 'first' | 'tighter' | 'looser' | 'same';

/** The effect of a new amount on the limit in force: all but a looser limit applies at once (RULES.md §11). */
export function effectOf(now: number | undefined, wanted: number): Effect {
  if (now === undefined) return 'first';
  if (wanted === now) return 'same';
  return wanted < now ? 'tighter' : 'looser';
}

/** Reports whether the waiting looser limit may be confirmed. */
export const canConfirm = ({ next }: ProtectionLimit, now: Date) => next !== null && new Date(next.from) <= now;

export interface Shut {
  until: Date;
  by: 'break' | 'excluded';
  comingHome: boolean;
}

/** Until when the member is shut out, and by what; undefined if it may play. The later end counts. */
export function shutOf({ breakUntil, excludedUntil, comingHome }: Protection, now: Date): Shut | undefined {
  const ends = [
    { by: 'break' as const, until: breakUntil },
    { by: 'excluded' as const, until: excludedUntil },
  ].flatMap(({ by, until }) => (until && new Date(until) > now ? [{ by, until: new Date(until), comingHome }] : []));
  return ends.sort((a, b) => b.until.getTime() - a.until.getTime())[0];
}

export type Pause = { days: number } | { months: number };

/** The choices: a break of 1 to 42 days, or an exclusion of 6 months and more (API.md). */
export const BREAKS: readonly Pause[] = [1, 3, 7, 14, 30, 42].map((days) => ({ days }));
export const EXCLUSIONS: readonly Pause[] = [6, 12, 24, 36, 60, 120].map((months) => ({ months }));

/** The approximate end of a pause that begins now; the server gives the exact one. */
export function pauseEnd(pause: Pause, now: Date): Date {
  if ('days' in pause) return new Date(now.getTime() + pause.days * DAY);
  const end = new Date(now);
  end.setMonth(end.getMonth() + pause.months);
  // In a month without such a day: its last day, not the first of the next month.
  if (end.getDate() !== now.getDate()) end.setDate(0);
  return end;
}

/** Reports whether the typed text is the word, in capitals or not. */
export const isWord = (typed: string, word: string) => typed.trim().toLowerCase() === word.toLowerCase();

/** Baht that came by deposits on the day of `now`, by this phone's clock. */
export function depositedToday(rows: readonly StatementRow[], now: Date): number {
  const satang = rows
    .filter((row) => row.statementType === 'deposit' && row.status === 'SUCCESS')
    .filter((row) => new Date(row.createdAt).toDateString() === now.toDateString())
    .reduce((sum, row) => sum + Math.round(row.amount * 100), 0);
  return satang / 100;
}

const AGENTS: readonly [RegExp, string][] = [
  [/\bLine\//, 'LINE'],
  [/FBA[NV]|FB_IAB/, 'Facebook'],
  [/EdgA?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux|CrOS/, 'Linux'],
];

/** A browser's name as a member would say it: "Chrome · Android"; empty if it is unknown. */
export function agentName(agent: string): string {
  const named = (names: typeof AGENTS) => names.find(([sign]) => sign.test(agent))?.[1];
  return [named(AGENTS), named(SYSTEMS)].filter(Boolean).join(' · ');
}
