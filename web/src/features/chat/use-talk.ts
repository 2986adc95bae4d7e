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
 * The conversation of this visit. Closing the panel keeps it and its connection, so the launcher shows new messages;
 * another member begins a new one.
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

/** The next render starts as a new page does. */
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
  // They stay as long as the page: a closed conversation does nothing.
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return talk;
}

type Kept = Pick<Outgoing, 'clientId' | 'message' | 'at'>;

/** Pending messages survive a reload of the tab, except files that were not uploaded yet. */
function keep(id: string, items: Outgoing[]): void {
  const words: Kept[] = items
    .filter(({ file }) => !file)
    .map(({ clientId, message, at }) => ({ clientId, message, at }));
  if (words.length) tab.set(KEYS.chatOutbox, JSON.stringify({ id, words }));
  else tab.remove(KEYS.chatOutbox);
}

/** It is unknown whether these arrived. The history shows it, and those that are missing there are sent again. */
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
