import type { MovedAll, Wallet } from '@/shared/api/wire';
import type { PlainKey } from '@/shared/i18n/types';
import { inBaht } from '@/shared/lib/credits';
import { commonStep, SATANG } from '@/shared/lib/money';
import { WALLET } from '@/shared/lib/places';

/** A place of money: the wallet or an open game account. */
export interface Place {
  code: string;
  name: string;
  /** Baht. */
  amount: number;
  /** Transfers into and out of it are whole multiples of this, in baht. */
  step: number;
  /** Money can only be taken out. */
  closing: boolean;
}

/** The wallet first, then the member's open game accounts. */
export function places(wallet: Wallet, walletName: string): Place[] {
  const games = wallet.slots
    .filter((slot) => slot.isActive)
    .map((slot) => {
      const { code, name, step } = slot;
      return { code, name, amount: inBaht(slot), step, closing: slot.state === 'closing' };
    });
  return [{ code: WALLET, name: walletName, amount: wallet.wallet.amount, step: SATANG, closing: false }, ...games];
}

type Choice = Place | undefined;

/** A transfer between two places is a whole multiple of this, in baht. */
export const stepOf = (from: Choice, to: Choice) => commonStep(from?.step ?? SATANG, to?.step ?? SATANG);

/** Why nothing can be moved from one to the other, or undefined if it can. */
export function refusal(from: Choice, to: Choice): PlainKey | undefined {
  if (!from || !to) return 'transfer.choose';
  if (from.code === to.code) return 'transfer.same';
  if (to.closing) return 'transfer.closing';
  return undefined;
}

/**
 * Why a game was not emptied, in this screen's own text: the money is still there, not "back in the wallet". Undefined
 * if the code's own text says it.
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
