import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import { again } from '@/console/live/again';

/** An event may be lost or late, so the page asks again (OPERATOR-API.md, Live). */
const AGAIN_MS = 10_000;

export const brakesQuery = queryOptions({
  queryKey: ['brake'],
  queryFn: () => unwrap(api.GET('/api/brake')),
  refetchInterval: again(AGAIN_MS),
});

export const systemsQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => unwrap(api.GET('/api/system')),
  refetchInterval: again(AGAIN_MS),
});
