import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { paths } from '@/console/api/contract';
import type { Filter } from '@/console/kit/use-filter';
import { again } from '@/console/live/again';

/** An event may be lost or late, so the page asks again (OPERATOR-API.md, Live). Where nothing changed, the answer is a 304. */
const AGAIN_MS = 10_000;

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: () => unwrap(api.GET('/api/today')),
  refetchInterval: again(AGAIN_MS),
});

type AlarmFilter = NonNullable<paths['/api/alarm']['get']['parameters']['query']>;
const PAGE = 50;

/** The record of alarms, by what is in the address. */
export const alarmsQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['alarm', filter],
    queryFn: ({ pageParam }) => {
      const query = { ...filter, limit: PAGE, ...(pageParam && { after: pageParam }) };
      return unwrap(api.GET('/api/alarm', { params: { query: query as AlarmFilter } }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
