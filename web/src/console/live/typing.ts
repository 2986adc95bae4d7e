import { useSyncExternalStore } from 'react';
import type { Hint } from './topics';

/** How long somebody counts as typing after the last key that was told of. */
const TYPES_MS = 5_000;

/** The customer of a conversation has no name, and may type while an operator does. */
const customerOf = (id: string) => `${id} customer`;

const typists = new Map<string, { by: string; timer: ReturnType<typeof setTimeout> }>();
const heard = new Set<() => void>();

function tell() {
  for (const one of heard) one();
}

/** An operator types in a conversation, or its customer. */
export function heardTyping({ id = '', by = '' }: Hint): void {
  const who = by ? id : customerOf(id);
  clearTimeout(typists.get(who)?.timer);
  typists.set(who, { by, timer: setTimeout(() => over(who), TYPES_MS) });
  tell();
}

function over(who: string) {
  clearTimeout(typists.get(who)?.timer);
  if (typists.delete(who)) tell();
}

/** The customer sent what it typed, or somebody else wrote: who still types says so again. */
export const heardMessage = ({ id = '' }: Hint) => over(customerOf(id));

function subscribe(onChange: () => void) {
  heard.add(onChange);
  return () => void heard.delete(onChange);
}

/** The operator who types in a conversation now. */
export const useTyping = (id: string) => useSyncExternalStore(subscribe, () => typists.get(id)?.by);

/** Whether the customer of a conversation types now. */
export const useCustomerTyping = (id: string) => useSyncExternalStore(subscribe, () => typists.has(customerOf(id)));
