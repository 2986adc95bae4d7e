import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, endsSession, isGone } from '@/shared/api/error';
import { onLocaleChosen } from '@/shared/i18n';
import { endSession } from '@/shared/session/session';
import { markTerminated } from './service-state';

/**
 * What every call has in common when it fails: an ended session goes back to login with the server's words
 * (the guards watch the session), a closed service to /terminated. All else is the caller's.
 */
function onFailure(error: unknown) {
  if (endsSession(error)) endSession({ code: error.code });
  else if (isGone(error)) markTerminated();
}

/** What shuts a member out, or bounds it, may have begun elsewhere: the screen asks for it anew. */
const OF_PROTECTION = new Set(['SELF_EXCLUDED', 'LIMIT_REACHED']);

/** A question may be asked again when no answer came; never when the server said no. */
function retryQuery(failures: number, error: unknown): boolean {
  const unanswered = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return unanswered && failures < 2;
}

/** Questions whose answers hold the operator's words, which come in the app's language. */
const OF_THE_OPERATOR = ['lookup', 'bonus', 'promotion', 'spin'];

export function createQueryClient(): QueryClient {
  const failed = (error: unknown) => {
    onFailure(error);
    if (error instanceof ApiError && OF_PROTECTION.has(error.code))
      void client.invalidateQueries({ queryKey: ['protection'] });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: failed }),
    mutationCache: new MutationCache({ onError: failed }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: retryQuery, retryDelay: (attempt) => 500 * 2 ** attempt },
      // A mutation moves money or credentials: it is never repeated by itself, nor kept for when the network returns.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  onLocaleChosen(() => {
    for (const texts of OF_THE_OPERATOR) void client.invalidateQueries({ queryKey: [texts] });
  });
  return client;
}
