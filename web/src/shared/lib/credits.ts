import type { Slot } from '@/shared/api/wire';

/** What a game holds in baht: credits times the factor, in whole satang, rounded down. */
export function inBaht(slot: Pick<Slot, 'amount' | 'ftWalletSlot'>): number {
  // Ten-thousandths of a credit are whole numbers; the small addition undoes binary fractions, never a satang.
  return Math.floor(slot.amount * slot.ftWalletSlot * 100 + 1e-6) / 100;
}
