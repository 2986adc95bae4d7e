import type { MovedAll, Wallet } from '@/shared/api/wire';
import type { PlainKey } from '@/shared/i18n/types';
import { inBaht } from '@/shared/lib/credits';
import { WALLET } from '@/shared/lib/places';

/** A place that money can be: the wallet or an open game account. */
export interface Place {
  code: string;
  name: string;
  /** Baht. */
  amount: number;
}

/** The wallet first, then the member's open game accounts. */
export function places(wallet: Wallet, walletName: string): Place[] {
  const games = wallet.slots
    .filter((slot) => slot.isActive)
    .map((slot) => ({ code: slot.code, name: slot.name, amount: inBaht(slot) }));
  return [{ code: WALLET, name: walletName, amount: wallet.wallet.amount }, ...games];
}

/** Least amount of a transfer in baht (SPEC.md §5). */
export const MINIMUM = 1;

/** Why these choices can't be a transfer, or undefined where they can. */
export function refusal(from: string, to: string, amount: number | undefined): PlainKey | undefined {
  if (!from || !to) return 'transfer.choose';
  if (from === to) return 'transfer.same';
  if (amount === undefined || amount < MINIMUM) return 'transfer.minimum';
  return undefined;
}

/**
 * Why a game was not emptied, in the words of this place: the money is still there, not "back in the wallet". Undefined
 * where the code's own text says it.
 */
export function whyNotEmptied({ message }: MovedAll['moved'][number]): PlainKey | undefined {
  switch (message) {
    case 'TRANSFER_FAIL':
      return 'emptied.refused';
    case 'TRY_AGAIN':
      return 'emptied.busy';
    case 'MONEY_NOT_ENOUGH':
      return 'emptied.less';
    default:
      return undefined;
  }
}
