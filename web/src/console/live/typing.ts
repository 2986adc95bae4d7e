import { useSyncExternalStore } from 'react';
import type { Hint } from './topics';

/** How long somebody counts as typing after the last key that was told of. */
const TYPES_MS = 5_000;

const typists = new Map<string, { by: string; timer: ReturnType<typeof setTimeout> }>();
const heard = new Set<() => void>();

function tell() {
  for (const one of heard) one();
}

/** An operator types in a conversation. */
export function heardTyping({ id = '', by = '' }: Hint): void {
  clearTimeout(typists.get(id)?.timer);
  const timer = setTimeout(() => {
    typists.delete(id);
    tell();
  }, TYPES_MS);
  typists.set(id, { by, timer });
  tell();
}

function subscribe(onChange: () => void) {
  heard.add(onChange);
  return () => void heard.delete(onChange);
}

/** The operator who types in a conversation now. */
export const useTyping = (id: string) => useSyncExternalStore(subscribe, () => typists.get(id)?.by);
