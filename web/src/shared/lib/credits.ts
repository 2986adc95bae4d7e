import type { Slot } from '@/shared/api/wire';

/** What a game holds in baht: credits times the factor, in whole satang, rounded down. */
export function inBaht(slot: Pick<Slot, 'amount' | 'ftWalletSlot'>): number {
  // Ten-thousandths of a credit are whole numbers; the small addition undoes binary fractions, never a satang.
  return Math.floor(slot.amount * slot.ftWalletSlot * 100 + 1e-6) / 100;
}

/**
 * Whether the last refresh of all games got no answer from this one: what it shows is older than the refresh. Times are
 * the server's, so their order is what counts, not this phone's clock.
 */
export function isUnread(slot: Pick<Slot, 'isActive' | 'amountAt'>, syncedAt: string | null): boolean {
  if (!slot.isActive || !syncedAt) return false;
  return slot.amountAt === null || Date.parse(slot.amountAt) < Date.parse(syncedAt);
}
