import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from './client';

/** Who the member is. The profile shows it; the chat says whose conversation it is. */
export const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/account/profile', { signal })),
});
