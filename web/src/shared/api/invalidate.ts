import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches the visible queries of these keys again, because their data has changed. A first fetch that is under way may
 * bring data from before the change, and React Query's own `invalidateQueries` would take that for the new answer. So
 * it is fetched once more.
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
