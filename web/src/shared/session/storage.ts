/** Keys in the browser's storage. The first six are the product's own (SPEC.md §3), the others this app's. */
export const KEYS = {
  token: 'token',
  locale: 'locale',
  agreement: 'remember-agreement',
  lastSync: 'last_sync',
  inviteCode: 'code',
  guestId: 'guest-id',
  deviceId: 'device-id',
  registration: 'registration',
  hideBalance: 'hide-balance',
  lastAmounts: 'last-amounts',
  lastDeposit: 'last-deposit',
  transfers: 'transfers',
  openLink: 'open-link',
  chatOutbox: 'chat-outbox',
  agreementVersion: 'agreement-version',
  visit: 'visit',
  depositReminder: 'deposit-reminder',
  shut: 'shut',
  preview: 'preview',
} as const;

interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * Private windows and in-app browsers may refuse storage. Then values live as long as the page: the member can still
 * log in and be paid.
 */
function guarded(open: () => Storage): Store {
  const memory = new Map<string, string>();
  return {
    get(key) {
      try {
        return open().getItem(key) ?? memory.get(key) ?? null;
      } catch {
        return memory.get(key) ?? null;
      }
    },
    set(key, value) {
      try {
        open().setItem(key, value);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Nothing was stored there.
      }
    },
  };
}

/** Stays after the browser is closed. */
export const kept = guarded(() => window.localStorage);

/** Ends with the tab. */
export const tab = guarded(() => window.sessionStorage);
