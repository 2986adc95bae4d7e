import { useSyncExternalStore } from 'react';

/** Whether the operator has closed the service, as far as this page has heard. */
let terminated = false;
const listeners = new Set<() => void>();

function set(value: boolean) {
  if (terminated === value) return;
  terminated = value;
  for (const listener of listeners) listener();
}

export const markTerminated = () => set(true);
export const markActive = () => set(false);

export function useTerminated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => terminated,
  );
}
