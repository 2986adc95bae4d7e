import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, endsSession, isGone } from '@/shared/api/error';
import { onLocaleChosen } from '@/shared/i18n';
import { endSession } from '@/shared/session/session';
import { markTerminated } from './service-state';

/**
 * Handles the failures that all calls share. An ended session goes back to login with the server's message (the guards
 * watch the session), and a terminated service to /terminated. The caller handles everything else.
 */
function onFailure(error: unknown) {
  if (endsSession(error)) endSession({ code: error.code });
  else if (isGone(error)) markTerminated();
}

/** A break or a limit may have begun on another device, so the screen asks for them again. */
const OF_PROTECTION = new Set(['SELF_EXCLUDED', 'LIMIT_REACHED']);

/** A query may be repeated if no answer came, but never after the server's refusal. */
function retryQuery(failures: number, error: unknown): boolean {
  const unanswered = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return unanswered && failures < 2;
}

/** Queries whose answers hold the operator's texts, which come in the app's language. */
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
      // A mutation moves money or credentials. It is never retried automatically, nor kept until the network returns.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  onLocaleChosen(() => {
    for (const texts of OF_THE_OPERATOR) void client.invalidateQueries({ queryKey: [texts] });
  });
  return client;
}
