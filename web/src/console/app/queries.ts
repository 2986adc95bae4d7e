import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Me } from '@/console/api/contract';
import { endsSession } from '@/shared/api/error';

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
