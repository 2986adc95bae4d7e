import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Asks again whatever is shown of these keys, as it has changed. What is being asked for the first time may be answered from
 * before the change, and React Query's `invalidateQueries` alone would take that answer for the new one: it is asked once more.
 */
export async function askAnew(cache: QueryClient, ...keys: QueryKey[]): Promise<void> {
  await Promise.all(keys.map((key) => askOneAnew(cache, key)));
}

async function askOneAnew(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  const asked = cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const first = new Set(asked.filter((query) => query.state.data === undefined));
  await cache.invalidateQueries({ queryKey });
  const old = (query: Query) => first.has(query) && query.state.data !== undefined;
  if (first.size > 0) await cache.invalidateQueries({ queryKey, predicate: old });
}
