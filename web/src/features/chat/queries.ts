import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';

export const chatEnabledQuery = queryOptions({
  queryKey: ['lookup', 'enableChatWidget'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/enableChatWidget', { signal })),
  staleTime: 300_000,
});
