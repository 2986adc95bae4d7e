import type { StatementRow, StatementType } from '@/shared/api/wire';
import type { PlainKey } from '@/shared/i18n/types';
import { formatDate } from '@/shared/lib/time';
import type { IconName } from '@/shared/ui/icon';

/** SPEC.md §9: plus for deposit and bonus, minus for withdraw. */
export function signOf(row: Pick<StatementRow, 'statementType'>): '+' | '-' | undefined {
  if (row.statementType === 'deposit' || row.statementType === 'bonus') return '+';
  return row.statementType === 'withdraw' ? '-' : undefined;
}

export const LOOKS: Record<StatementType, { icon: IconName; color: string; text: PlainKey }> = {
  deposit: { icon: 'down', color: 'bg-jade/15 text-jade', text: 'statement.deposit' },
  withdraw: { icon: 'up', color: 'bg-coral/15 text-coral', text: 'statement.withdraw' },
  transfer: { icon: 'swap', color: 'bg-sky/15 text-sky', text: 'statement.transfer' },
  bonus: { icon: 'gift', color: 'bg-lotus/15 text-lotus', text: 'statement.bonus' },
  finish_bonus: { icon: 'gift', color: 'bg-lotus/15 text-lotus', text: 'statement.finishBonus' },
};

export interface Day {
  day: string;
  rows: StatementRow[];
}

/** Rows come newest first; each day of the member's own calendar becomes a group. */
export function byDay(rows: readonly StatementRow[]): Day[] {
  const days: Day[] = [];
  for (const row of rows) {
    const day = formatDate(row.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
