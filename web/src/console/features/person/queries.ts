import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';

/** What an erasure is called among the proposals. */
const ERASE = 'member.erase';
const AGAIN_MS = 30_000;

/** Requests to erase a member that have not ended: those that wait for a second person, and those that wait for their date. */
export const erasuresQuery = (state: 'open' | 'scheduled') =>
  infiniteQueryOptions({
    queryKey: ['proposal', 'erasure', state],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/proposal', {
          params: { query: { action: ERASE, state, ...(pageParam && { after: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: AGAIN_MS,
  });

/** The rules change with the program alone; what is due, and what ran, all the time. */
export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: () => unwrap(api.GET('/api/retention')),
  staleTime: AGAIN_MS,
});
