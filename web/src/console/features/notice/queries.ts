import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Filter } from '@/console/kit/use-filter';

const PAGE = 50;
/** How often a page asks how it stands: a try takes seconds. */
const AGAIN_MS = 10_000;

export const targetsQuery = queryOptions({
  queryKey: ['notice', 'target'],
  queryFn: () => unwrap(api.GET('/api/notification/target')),
  refetchInterval: AGAIN_MS,
});

/** What was told to whom. Only the newest page is asked for again: nobody waits for what is long told. */
export const toldQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['notice', 'told', filter],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/notification', {
          params: { query: { ...filter, limit: PAGE, ...(pageParam && { after: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => state.data?.pages.length === 1 && AGAIN_MS,
  });
