import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';

export const chatEnabledQuery = queryOptions({
  queryKey: ['lookup', 'enableChatWidget'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/enableChatWidget', { signal })),
  staleTime: 300_000,
});

/** Under the profile page's own key: one answer serves both. */
export const memberQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/account/profile', { signal })),
});
