import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';

/** The house and its ways of signing in: open to everybody, and the same for the whole visit. The start asks for it. */
export const houseQuery = queryOptions({
  queryKey: ['house'],
  queryFn: () => unwrap(api.GET('/api/signin')),
  staleTime: Number.POSITIVE_INFINITY,
});
