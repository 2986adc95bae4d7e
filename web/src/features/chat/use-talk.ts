import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, NETWORK } from '@/shared/api/error';
import { useStore } from '@/shared/lib/store';
import { sessionToken } from '@/shared/session/session';
import { KEYS, tab } from '@/shared/session/storage';
import { callsOf } from './calls';
import { idOf, type Owner, Talk } from './talk';
import type { Outgoing } from './thread';
import { visit } from './visit';

/**
 * The conversation of this visit. Closing the panel keeps it with its line, so that the launcher tells what comes
 * meanwhile; another member begins another one.
 */
export function useTalk(owner: Owner) {
  const cache = useQueryClient();
  const [talk] = useState(() => {
    const id = idOf(owner);
    if (visit.talk && visit.id === id) return visit.talk;
    forgetTalk();
    visit.id = id;
    visit.talk = begin(owner, cache);
    return visit.talk;
  });
  useEffect(() => {
    visit.token = sessionToken();
    talk.open();
    return () => talk.leave();
  }, [talk]);
  return { talk, ...useStore(talk.store) };
}

/** The next drawing begins as a fresh page does. */
export function forgetTalk(): void {
  visit.talk?.close();
  delete visit.talk;
}

function begin(owner: Owner, cache: Parameters<typeof callsOf>[1]): Talk {
  const id = idOf(owner);
  const talk = new Talk({
    owner,
    calls: callsOf(owner, cache),
    watched: () => document.visibilityState === 'visible',
    over: () => sessionToken() !== visit.token,
    restored: restore(id),
    keep: (items) => keep(id, items),
  });
  const wake = () => {
    if (document.visibilityState === 'visible') talk.wake();
  };
  // They stay as long as the page: a conversation that is closed does nothing then.
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return talk;
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
