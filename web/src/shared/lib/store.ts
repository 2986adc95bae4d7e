import { useSyncExternalStore } from 'react';

export interface Signal {
  tell(): void;
  /** Calls the listener at each telling, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** Something has changed: for what is kept elsewhere. */
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
  /** Tells those who listen where the value is another one. */
  set(next: T): void;
  subscribe: Signal['subscribe'];
}

/** A value of this page that no component owns. */
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
