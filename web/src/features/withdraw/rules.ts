import type { Slot, StatementRow, Withdrawn, WithdrawnAll } from '@/shared/api/wire';
import type { PlainKey } from '@/shared/i18n/types';

/** The balance after the member's debt, which must stay in the wallet (RULES.md §3). In baht, in whole satang. */
export function lessOwed(amount: number, owed: number): number {
  return Math.max(0, Math.round((amount - owed) * 100) / 100);
}

/**
 * Why a game was not emptied before the withdrawal. The answer only names the game; the statement has the result of its
 * transfer. `known` are the rows from before the tap, which belong to earlier requests.
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

/** The games that kept money: those that the answer names, or, after a bare refusal, all that still hold some. */
export function gamesLeft(slots: Slot[], answer?: Withdrawn | WithdrawnAll): Slot[] {
  if (!answer) return slots.filter((slot) => slot.isActive && slot.amount > 0);
  return 'failed' in answer ? slots.filter((slot) => answer.failed.includes(slot.code)) : [];
}

/** Reports whether the request went through while games kept money. */
export const namesGames = (answer: Withdrawn | WithdrawnAll) => 'failed' in answer && answer.failed.length > 0;
