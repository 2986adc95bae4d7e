import { KEYS, kept } from '@/shared/session/storage';

/** Baht a day from which a member may be reminded. */
export const REMINDERS: readonly number[] = [200, 500, 1000, 2000, 5000, 10_000, 20_000];

/** From how many baht a day on this device reminds; undefined where it does not. */
export const reminder = {
  get(): number | undefined {
    const amount = Number(kept.get(KEYS.depositReminder));
    return amount > 0 ? amount : undefined;
  },
  set(amount: number | undefined) {
    if (amount === undefined) kept.remove(KEYS.depositReminder);
    else kept.set(KEYS.depositReminder, String(amount));
  },
};
