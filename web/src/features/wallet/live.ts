import { useSyncExternalStore } from 'react';

/** Whether the socket stands: while it does, nobody needs to ask the server by the clock. */
let connected = false;
const listeners = new Set<() => void>();

export function setLive(value: boolean): void {
  if (connected === value) return;
  connected = value;
  for (const listener of listeners) listener();
}

export function useLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => connected,
  );
}
