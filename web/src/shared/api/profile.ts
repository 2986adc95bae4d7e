import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from './client';

/** The member's profile. The profile page shows it; the chat shows whose conversation it is. */
export const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/account/profile', { signal })),
});
