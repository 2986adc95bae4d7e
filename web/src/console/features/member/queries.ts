import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';

/** The fewest characters that the server searches for. */
export const SHORTEST_SEARCH = 3;

/** What was found is recorded, so nothing asks for the same again by itself. */
const SEARCH_MS = 60_000;
const AGAIN_MS = 30_000;

/** Members by whatever names one. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['member', 'search', q],
    queryFn: () => unwrap(api.GET('/api/member/search', { params: { query: { q } } })),
    enabled: q.length >= SHORTEST_SEARCH,
    staleTime: SEARCH_MS,
    refetchOnWindowFocus: false,
  });

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['member', 'one', id],
    queryFn: () => unwrap(api.GET('/api/member/{id}', { params: { path: { id } } })),
    refetchInterval: AGAIN_MS,
  });
