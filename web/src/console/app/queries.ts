import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Me } from '@/console/api/contract';
import { endsSession } from '@/shared/api/error';

/** The house and its ways of signing in: open to everybody, and the same for the whole visit. */
export const houseQuery = queryOptions({
  queryKey: ['house'],
  queryFn: () => unwrap(api.GET('/api/signin')),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in; null is nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    try {
      return await unwrap(api.GET('/api/me'));
    } catch (error) {
      if (endsSession(error)) return null;
      throw error;
    }
  },
  refetchInterval: (query) => (query.state.data ? 15_000 : false),
});
