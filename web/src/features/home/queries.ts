import { useMutation, useQueryClient } from '@tanstack/react-query';
import { walletQuery } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { KEYS, kept } from '@/shared/session/storage';

/** Asks every game for its balance; the home data then reloads and the sync time starts anew (SPEC.md §4). */
export function useRefreshGames() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.GET('/api/wallet/refresh/slot')),
    onSuccess: ({ syncedAt }) => {
      if (syncedAt) kept.set(KEYS.lastSync, syncedAt);
      return cache.invalidateQueries({ queryKey: walletQuery.queryKey });
    },
  });
}
