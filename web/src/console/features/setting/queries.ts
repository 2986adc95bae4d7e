import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';

/** A node says every minute that it runs. */
const AGAIN_MS = 30_000;

export const nodesQuery = queryOptions({
  queryKey: ['setting', 'node'],
  queryFn: () => unwrap(api.GET('/api/node')),
  refetchInterval: AGAIN_MS,
});

export const settingsQuery = queryOptions({
  queryKey: ['setting', 'list'],
  queryFn: () => unwrap(api.GET('/api/setting')),
});
