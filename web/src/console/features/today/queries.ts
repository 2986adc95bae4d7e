import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import { again } from '@/console/live/again';

/** An event may be lost or late, so the page asks again (OPERATOR-API.md, Live). Where nothing changed, the answer is a 304. */
const AGAIN_MS = 10_000;

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: () => unwrap(api.GET('/api/today')),
  refetchInterval: again(AGAIN_MS),
});
