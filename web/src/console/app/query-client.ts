import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { houseQuery } from '@/console/features/signin/queries';
import { ApiError, endsSession } from '@/shared/api/error';
import { meQuery } from './queries';

/** A query may be repeated if no answer came, but never after the server's refusal. */
function retryQuery(failures: number, error: unknown): boolean {
  const unanswered = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return unanswered && failures < 2;
}

export function createQueryClient(): QueryClient {
  const failed = (error: unknown) => {
    if (endsSession(error) && error.code !== 'SECOND_FACTOR') forgetOperator(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: failed }),
    mutationCache: new MutationCache({ onError: failed }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: retryQuery, retryDelay: (attempt) => 500 * 2 ** attempt },
      // A decision is never retried automatically, nor kept until the network returns.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** The session is over: nothing of what it showed stays in the page. */
export function forgetOperator(client: QueryClient): void {
  // An answer from before would sign in again.
  void client.cancelQueries({ queryKey: meQuery.queryKey });
  client.setQueryData(meQuery.queryKey, null);
  const kept: unknown[] = [meQuery.queryKey[0], houseQuery.queryKey[0]];
  client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
}
