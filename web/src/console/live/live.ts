import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { invalidate } from '@/shared/api/invalidate';
import { setConnected } from './again';
import { EVENTS, type Hint, oldBy, topicsOf } from './topics';
import { heardMessage, heardTyping } from './typing';

/** The shortest time between two readings of one thing: hints of a busy house come by the dozen. */
const APART_MS = 1_000;

/** After a refusal, which the library does not repeat by itself: another role, or a session that is ending. */
const REFUSED_MS = 5_000;

/** What of a connection is used here. */
export interface Connection {
  on(event: string, heard: (hint: Hint) => void): unknown;
  emit(event: string, topics: readonly string[]): unknown;
  connect(): unknown;
  disconnect(): unknown;
  readonly active: boolean;
}

const open = async (): Promise<Connection> => (await import('@/shared/api/socket')).openSocket(null);

/**
 * Keeps the pages of whoever is signed in up to date: the house says that something changed, and what is shown of it is
 * read again by its ordinary call. What is watched follows from the queries that are on the screen. Ends with the
 * returned function.
 */
export function keepLive(client: QueryClient, connect = open): () => void {
  const cache = client.getQueryCache();
  const reader = pacedReader(client);
  let connection: Connection | undefined;
  let opening = false;
  let ended = false;
  let live = false;
  let watched = '';
  let retry: ReturnType<typeof setTimeout> | undefined;

  const shown = () =>
    cache
      .getAll()
      .filter((query) => query.isActive())
      .map(({ queryKey }) => queryKey);

  function watch() {
    const topics = topicsOf(shown());
    if (!live || String(topics) === watched) return;
    watched = String(topics);
    connection?.emit('watch', topics);
  }

  function up() {
    live = true;
    setConnected(true);
    watched = '';
    watch();
    // What was said while nobody listened is lost.
    for (const [kind] of shown()) if (kind !== 'me') reader.read([kind]);
  }

  function down() {
    const was = live;
    live = false;
    setConnected(false);
    // What asked seldom asks as often as before.
    if (was) for (const [kind] of shown()) reader.read([kind]);
    clearTimeout(retry);
    retry = setTimeout(() => {
      if (connection && !connection.active) connection.connect();
    }, REFUSED_MS);
  }

  async function begin() {
    if (connection || opening || ended) return;
    opening = true;
    const opened = await connect().catch(() => undefined);
    opening = false;
    if (!opened) return; // the chunk did not come: pages ask by themselves
    if (ended || !client.getQueryData(['me'])) {
      opened.disconnect();
      return;
    }
    connection = opened;
    opened.on('connect', up);
    opened.on('disconnect', down);
    opened.on('connect_error', down);
    for (const event of EVENTS)
      opened.on(event, (hint) => {
        if (hint.change === 'message') heardMessage(hint);
        if (hint.change === 'typing') heardTyping(hint);
        else for (const key of oldBy(event, hint)) reader.read(key);
      });
  }

  function end() {
    clearTimeout(retry);
    connection?.disconnect();
    connection = undefined;
    live = false;
    setConnected(false);
  }

  function follow() {
    if (client.getQueryData(['me'])) void begin();
    else if (connection) end();
    watch();
  }

  const unsubscribe = cache.subscribe(follow);
  follow();
  return () => {
    ended = true;
    unsubscribe();
    reader.stop();
    end();
  };
}

/** Reads queries again: at once, and then at most once in a while. A hidden page reads when it is looked at. */
function pacedReader(client: QueryClient) {
  const waits = new Map<string, { again: boolean; timer: ReturnType<typeof setTimeout> }>();
  function read(key: QueryKey) {
    const name = JSON.stringify(key);
    const soon = waits.get(name);
    if (soon) {
      soon.again = true;
      return;
    }
    const timer = setTimeout(() => {
      const { again = false } = waits.get(name) ?? {};
      waits.delete(name);
      if (again) read(key);
    }, APART_MS);
    waits.set(name, { again: false, timer });
    if (document.visibilityState === 'visible') void invalidate(client, key);
    else void client.invalidateQueries({ queryKey: key, refetchType: 'none' });
  }
  return {
    read,
    stop() {
      for (const { timer } of waits.values()) clearTimeout(timer);
      waits.clear();
    },
  };
}
