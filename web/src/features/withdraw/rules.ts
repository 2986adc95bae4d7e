import type { Slot, StatementRow, Withdrawn, WithdrawnAll } from '@/shared/api/wire';
import type { PlainKey } from '@/shared/i18n/types';

/** Baht left after what the member owes stays where it is (RULES.md §3), in whole satang. */
export function lessOwed(amount: number, owed: number): number {
  return Math.max(0, Math.round((amount - owed) * 100) / 100);
}

/**
 * Why a game was not emptied before the withdrawal. The answer only names the game; the statement has what became of its
 * transfer. `known` are the rows that were there before the tap: they tell of other days.
 */
export function whyNotEmptied(code: string, rows: StatementRow[], known: ReadonlySet<string>): PlainKey {
  const row = rows.find((one) => one.statementType === 'transfer' && one.from === code && !known.has(one._id));
  switch (row?.status) {
    case 'IN_PROGRESS':
      return 'emptied.pending';
    case 'FAILED':
      return row.reason === 'MONEY_NOT_ENOUGH' ? 'emptied.less' : 'emptied.refused';
    default:
      return 'emptied.busy';
  }
}

/** The games that kept money: those that the answer names, or, where it only says no, all that still hold some. */
export function gamesLeft(slots: Slot[], answer?: Withdrawn | WithdrawnAll): Slot[] {
  if (!answer) return slots.filter((slot) => slot.isActive && slot.amount > 0);
  return 'failed' in answer ? slots.filter((slot) => answer.failed.includes(slot.code)) : [];
}

/** Whether the request went through while games kept money. */
export const namesGames = (answer: Withdrawn | WithdrawnAll) => 'failed' in answer && answer.failed.length > 0;
