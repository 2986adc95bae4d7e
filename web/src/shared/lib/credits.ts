import type { Slot } from '@/shared/api/wire';

/** A game's balance in baht: credits times the factor, in whole satang, rounded down. */
export function inBaht(slot: Pick<Slot, 'amount' | 'ftWalletSlot'>): number {
  // Ten-thousandths of a credit are whole numbers. The small addition corrects binary fractions and never changes a
  // satang.
  return Math.floor(slot.amount * slot.ftWalletSlot * 100 + 1e-6) / 100;
}

/**
 * Reports whether the last refresh of all games got no answer from this one: its balance is older than the refresh.
 * Times are the server's, so their order is what counts, not this phone's clock.
 */
export function isUnread(slot: Pick<Slot, 'isActive' | 'amountAt'>, syncedAt: string | null): boolean {
  if (!slot.isActive || !syncedAt) return false;
  return slot.amountAt === null || Date.parse(slot.amountAt) < Date.parse(syncedAt);
}
