import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Filter } from '@/console/kit/use-filter';

/** What the log is narrowed by, as the call asks it. */
const PAGE = 100;

export const auditQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/audit', {
          params: { query: { ...filter, limit: PAGE, ...(pageParam && { after: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

/** A check that was asked for takes up to a minute. */
export const proofQuery = queryOptions({
  queryKey: ['audit', 'proof'],
  queryFn: () => unwrap(api.GET('/api/audit/proof')),
  refetchInterval: 15_000,
});

export const prove = () => unwrap(api.POST('/api/audit/proof'));
