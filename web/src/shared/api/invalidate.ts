import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches again whatever is shown of these keys, as it has changed. A first fetch that is under way may bring what was there
 * before the change, and React Query's own `invalidateQueries` would take that for the new answer: it is fetched once more.
 */
export async function invalidate(cache: QueryClient, ...keys: QueryKey[]): Promise<void> {
  await Promise.all(keys.map((key) => invalidateOne(cache, key)));
}

async function invalidateOne(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  const fetching = cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const first = new Set(fetching.filter((query) => query.state.data === undefined));
  await cache.invalidateQueries({ queryKey });
  const stale = (query: Query) => first.has(query) && query.state.data !== undefined;
  if (first.size > 0) await cache.invalidateQueries({ queryKey, predicate: stale });
}
