import { useSyncExternalStore } from 'react';

/** Whether the member is shut out of play, by a break or an exclusion, as far as this page has heard. */
let shut = false;
const listeners = new Set<() => void>();

/** The member's layout tells it. */
export function tellShut(now: boolean) {
  if (shut === now) return;
  shut = now;
  for (const listener of listeners) listener();
}

/** A store, not a context: React loses a context's change below a Suspense boundary that waits for code at that moment. */
export const useShut = () => useSyncExternalStore(subscribe, () => shut);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
