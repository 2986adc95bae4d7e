import { useSyncExternalStore } from 'react';

/** Ages are in minutes at their finest where they matter; every five seconds is soon enough. */
const TICK_MS = 5000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const tell of listeners) tell();
    }, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The time, for all ages of a page alike: one timer, and one render for all of them. */
export const useNow = () => useSyncExternalStore(subscribe, () => now);
