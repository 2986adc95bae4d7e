import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from './client';

/** The sheets that show pictures first (SPEC.md §2). */
export type Bannered = 'invite' | 'refund';

const PATHS = { invite: '/api/invite/banners', refund: '/api/refund/banners' } as const;

/** The operator's pictures before a sheet. Home queries them too, so that a tap knows whether there are any. */
export const bannersQuery = (of: Bannered) =>
  queryOptions({
    queryKey: ['lookup', 'banners', of],
    queryFn: ({ signal }) => unwrap(api.GET(PATHS[of], { signal })),
    staleTime: 600_000,
  });

/** The running condition as the server has stored it; no game is asked. Home and the bonus page show it. */
export const activeBonusQuery = queryOptions({
  queryKey: ['bonus', 'active'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/bonus/check/active', { signal })),
});
