import type { BankAccount, DepositAccount, DepositLookup } from '@/shared/api/wire';
import { isEnglishName, wantsEnglishName } from '@/shared/lib/bank-account';

/** SPEC.md §9: the amount presets, in baht. */
const PRESETS: Record<string, readonly number[]> = {
  KBANK: [10, 20, 50, 100, 500, 1000],
  WW: [100, 200, 300, 500, 1000],
  PAYONEX: [100, 200, 300, 500, 1000],
  FP: [10, 50, 100, 500, 1000],
};

/** The presets of a bank that its limits allow. */
export function presets(bankCode: string, minimum: number, maximum = Number.POSITIVE_INFINITY): readonly number[] {
  return (PRESETS[bankCode] ?? [100, 200, 500, 1000]).filter((amount) => amount >= minimum && amount <= maximum);
}

/** A bank's minimum for a QR code: the operator's setting, or SPEC.md §5's. */
export function minimumOf(bankCode: string, settings: Record<string, number>): number {
  return settings[bankCode] ?? 1;
}

/** A bank's maximum for a QR code; without a setting the server refuses. */
export function maximumOf(bankCode: string, settings: Record<string, number> | undefined): number {
  return settings?.[bankCode] ?? Number.POSITIVE_INFINITY;
}

/** The ways to deposit, in the order of their tabs. */
export const CHANNELS = ['bank', 'qr', 'link', 'slip'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Accounts whose money comes by a code, one panel each. */
export const qrPanels = ({ banks }: DepositLookup) => banks.filter((bank) => bank.qr);

/**
 * Accounts for bank transfers, those of the member's own bank first. A QR panel's account is not included: money that
 * comes there without a code belongs to nobody until a person decides (RULES.md §4).
 */
export function transferAccounts({ banks }: DepositLookup, ownBank: string | undefined): DepositAccount[] {
  const open = banks.filter(
    (bank) => bank.bankType === 'BANK' && !bank.qr && (bank.bankAccountNo !== '' || bank.checkedSince),
  );
  const own = (bank: DepositAccount) => Number(bank.bankCode === ownBank);
  return [...open].sort((a, b) => own(b) - own(a));
}

/** A way is offered only if it can be used: a slip needs an account for bank transfers. */
export function channelsOf(lookup: DepositLookup): Channel[] {
  const byHand = transferAccounts(lookup, undefined).length > 0;
  const offered: Record<Channel, boolean> = {
    bank: byHand,
    qr: qrPanels(lookup).length > 0,
    link: lookup.wallets.length > 0,
    slip: byHand,
  };
  return CHANNELS.filter((channel) => offered[channel]);
}

/** The way to open with: the one in the address, or the last one used, or the fastest. */
export function firstChannel(
  offered: readonly Channel[],
  ...wished: (string | null | undefined)[]
): Channel | undefined {
  const known = wished.find((name) => offered.some((channel) => channel === name));
  return (known as Channel | undefined) ?? offered.find((channel) => channel === 'qr') ?? offered[0];
}

/**
 * SPEC.md §5: KBANK's statement names the payers of some banks in English letters only. A member of those banks whose
 * registered name is not English would not be recognised.
 */
export function needsEnglishName(account: DepositAccount, own: BankAccount | undefined): boolean {
  return (
    account.bankCode === 'KBANK' &&
    own !== undefined &&
    wantsEnglishName(own.bankCode) &&
    !isEnglishName(own.bankAccountName)
  );
}
