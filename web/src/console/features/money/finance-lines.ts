import type { FinanceRow } from '@/console/api/contract';
import type { PlainKey } from '@/console/i18n/types';
import { shiftDay } from '@/console/kit/time';
import type { By } from './queries';

/** A line of the finance report: what it added to what the house owes its members. */
export interface Line {
  id: string;
  name: PlainKey | 'finance.in' | 'finance.out' | 'finance.ggr' | 'finance.turnover';
  /** The bank account, gateway or provider. */
  of?: string;
  amount: number;
  count?: number;
  /** The accounts that it is the sum of. */
  accounts: readonly string[];
  /** What a list of accounts would not say. */
  from?: PlainKey;
}

/** A line whose amount may not be known. */
export type Told = Omit<Line, 'amount'> & { amount: number | null };

const HOUSE = [
  { column: 'bonus', accounts: ['house:bonus', 'house:promotion'] },
  { column: 'refund', accounts: ['house:refund'] },
  { column: 'invite', accounts: ['house:invite'] },
  { column: 'prize', accounts: ['house:prize'] },
  { column: 'adjustment', accounts: ['house:adjustment'] },
  { column: 'writeoff', accounts: ['house:adjustment'], from: 'finance.from.kind' },
  { column: 'fee', accounts: ['house:fees'] },
  { column: 'other', accounts: [], from: 'finance.from.rest' },
] as const;

const channel = (code: string) => (code === 'payout' ? 'house:payout' : `bank:${code}`);

/** What stands between opening and closing, each with its sign. */
export function linesOf(row: FinanceRow): Line[] {
  const ins = row.channels.map(
    ({ code, in: amount, out, count }): Line => ({
      id: `in ${code}`,
      name: 'finance.in',
      of: code,
      amount,
      accounts: [channel(code)],
      // Both ways are counted together.
      ...(out === 0 && { count }),
    }),
  );
  const outs = row.channels.map(
    ({ code, in: back, out, count }): Line => ({
      id: `out ${code}`,
      name: 'finance.out',
      of: code,
      amount: -out,
      accounts: [channel(code)],
      ...(back === 0 && { count }),
    }),
  );
  return [
    ...[...ins, ...outs].filter(({ amount }) => amount !== 0),
    ...row.providers.map(
      ({ code, ggr }): Line => ({
        id: `ggr ${code}`,
        name: 'finance.ggr',
        of: code,
        amount: -ggr,
        accounts: [`result:${code}`],
      }),
    ),
    ...HOUSE.map(
      ({ column, ...rest }): Line => ({ id: column, name: `finance.${column}`, amount: row[column], ...rest }),
    ),
  ];
}

/** What of the closing sum is what; what members owe is taken off it. */
export function partsOf(row: FinanceRow): Line[] {
  return [
    { id: 'held', name: 'finance.held', amount: row.held, accounts: ['member:…:held'] },
    { id: 'unmatched', name: 'finance.unmatched', amount: row.unmatched, accounts: ['house:unmatched'] },
    { id: 'coupons', name: 'finance.coupons', amount: row.coupons, accounts: ['house:coupons'] },
    { id: 'owed', name: 'finance.owed', amount: -row.owed, accounts: ['house:receivable'] },
  ];
}

/** What members bet at each provider. It moves no money of its own: what they won or lost is a line of the sum. */
export function turnoversOf({ providers }: FinanceRow): Told[] {
  return providers.map(({ code, turnover }) => ({
    id: `turnover ${code}`,
    name: 'finance.turnover',
    of: code,
    amount: turnover,
    accounts: [],
    from: 'finance.from.report',
  }));
}

const satang = (baht: number) => Math.round(baht * 100);

/** How far opening and all lines are from closing, in baht; 0 is as it must be. It is computed here, from what is shown. */
export function missing(row: FinanceRow): number {
  const sum = linesOf(row).reduce((all, { amount }) => all + satang(amount), satang(row.opening));
  return (satang(row.closing) - sum) / 100;
}

/** The first and the last day of the span that a day is in. A week begins on Monday. */
export function spanOf(day: string, by: By): { from: string; to: string } {
  if (by === 'day') return { from: day, to: day };
  if (by === 'week') {
    const monday = shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7));
    return { from: monday, to: shiftDay(monday, 6) };
  }
  const first = `${day.slice(0, 7)}-01`;
  return { from: first, to: shiftDay(`${shiftDay(first, 31).slice(0, 7)}-01`, -1) };
}
