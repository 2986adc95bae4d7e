import { useSyncExternalStore } from 'react';
import { createSignal } from '@/shared/lib/store';
import { previewAs, previewToken } from './preview';
import { KEYS, kept, tab } from './storage';

/** Why the last session ended, shown once on the login screen. */
export type Ending = { code: string } | undefined;

let ending: Ending;
/** The token itself is in the browser's storage, where another tab may change it. */
const changed = createSignal();

export function sessionToken(): string | null {
  const preview = previewToken();
  if (preview) return preview.startsWith('member.') ? `preview.${preview}` : null;
  return kept.get(KEYS.token) ?? tab.get(KEYS.token);
}

/** Remembered tokens outlive the browser; the others end with the tab. */
export function startSession(token: string, remember: boolean): void {
  (remember ? tab : kept).remove(KEYS.token);
  (remember ? kept : tab).set(KEYS.token, token);
  ending = undefined;
  changed.tell();
}

/** What says in whose name the server is asked: a member's token, or a preview's. */
export function bearer(): string | null {
  const preview = previewToken();
  return preview ? `preview.${preview}` : sessionToken();
}

/** Forgets who is logged in. Language, invite code, guest and device ids stay. A preview is a visitor's from then on. */
export function endSession(why?: Ending): void {
  if (previewToken()) {
    previewAs('visitor');
    changed.tell();
    return;
  }
  for (const key of [KEYS.token, KEYS.lastSync, KEYS.agreement, KEYS.agreementVersion, KEYS.visit, KEYS.shut]) {
    kept.remove(key);
    tab.remove(key);
  }
  ending = why;
  changed.tell();
}

export function takeEnding(): Ending {
  const told = ending;
  ending = undefined;
  return told;
}

function subscribe(listener: () => void) {
  // A logout in another tab of this browser is a logout here.
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === KEYS.token || event.key === null) listener();
  };
  const leave = changed.subscribe(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    leave();
    window.removeEventListener('storage', fromOtherTab);
  };
}

export function useSessionToken(): string | null {
  return useSyncExternalStore(subscribe, sessionToken);
}
