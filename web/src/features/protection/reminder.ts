import { KEYS, kept } from '@/shared/session/storage';

/** The choices of the reminder, in baht a day. */
export const REMINDERS: readonly number[] = [200, 500, 1000, 2000, 5000, 10_000, 20_000];

/** The deposits of a day, in baht, from which this device reminds; undefined if it does not. */
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
