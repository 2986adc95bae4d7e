import { useSyncExternalStore } from 'react';

export interface Signal {
  tell(): void;
  /** Calls the listener at each signal, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** A signal that something has changed, for data that is kept elsewhere. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export interface Store<T> {
  get(): T;
  /** Notifies the listeners if the value differs. */
  set(next: T): void;
  subscribe: Signal['subscribe'];
}

/** State of this page that no component owns. */
export function createStore<T>(value: T): Store<T> {
  const { tell, subscribe } = createSignal();
  let now = value;
  return {
    get: () => now,
    set(next) {
      if (Object.is(next, now)) return;
      now = next;
      tell();
    },
    subscribe,
  };
}

/** The component renders again with each new value. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);
