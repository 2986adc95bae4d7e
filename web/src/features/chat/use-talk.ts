import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, NETWORK } from '@/shared/api/error';
import { KEYS, tab } from '@/shared/session/storage';
import { callsOf } from './calls';
import { idOf, type Owner, Talk } from './talk';
import type { Outgoing } from './thread';

/** The conversation of this page: closing the panel keeps it, another member begins another one. */
let current: { id: string; talk: Talk } | undefined;

/** The conversation, with its line open as long as somebody draws it. */
export function useTalk(owner: Owner) {
  const cache = useQueryClient();
  const [talk] = useState(() => {
    const id = idOf(owner);
    if (current?.id !== id) current = { id, talk: begin(owner, cache) };
    return current.talk;
  });
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState === 'visible') talk.wake();
    };
    talk.open();
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      talk.close();
    };
  }, [talk]);
  return { talk, ...useSyncExternalStore(talk.subscribe, talk.snapshot) };
}

/** For tests: the next drawing begins as a fresh page does. */
export function forgetTalk(): void {
  current = undefined;
}

function begin(owner: Owner, cache: Parameters<typeof callsOf>[1]): Talk {
  const id = idOf(owner);
  return new Talk({
    owner,
    calls: callsOf(owner, cache),
    watched: () => document.visibilityState === 'visible',
    restored: restore(id),
    keep: (items) => keep(id, items),
  });
}

type Kept = Pick<Outgoing, 'clientId' | 'message' | 'at'>;

/** What is on its way survives a reload of the tab; files that were not uploaded yet do not. */
function keep(id: string, items: Outgoing[]): void {
  const words: Kept[] = items
    .filter(({ file }) => !file)
    .map(({ clientId, message, at }) => ({ clientId, message, at }));
  if (words.length) tab.set(KEYS.chatOutbox, JSON.stringify({ id, words }));
  else tab.remove(KEYS.chatOutbox);
}

/** Whether these arrived is unknown: the history tells, and what is not in it is sent again. */
function restore(id: string): Outgoing[] {
  try {
    const kept: { id: string; words: Kept[] } | null = JSON.parse(tab.get(KEYS.chatOutbox) ?? 'null');
    if (kept?.id !== id) return [];
    return kept.words.map((word) => ({
      ...word,
      status: 'failed',
      part: 0,
      tries: 0,
      error: new ApiError(NETWORK, 0),
    }));
  } catch {
    return [];
  }
}
