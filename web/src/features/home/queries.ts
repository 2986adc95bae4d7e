import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { moneyMoved } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import type { Refreshed } from '@/shared/api/wire';
import { translate } from '@/shared/i18n';
import { KEYS, kept } from '@/shared/session/storage';
import { notify } from '@/shared/ui/notify';

/** Whether there is a wheel to show. */
export const wheelQuery = queryOptions({
  queryKey: ['spin', 'active'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/spinwheel/active', { signal })),
  staleTime: 5 * 60_000,
});

const REFRESH = ['refresh-games'];

/** Whether the games are being asked, whichever of home's two buttons was tapped. */
export const useRefreshing = () => useIsMutating({ mutationKey: REFRESH }) > 0;

/**
 * Asks every game for its balance; the home data then reloads and the sync time starts again (SPEC.md §4): a reading
 * may have ended a condition or made a refund. Games without an answer are named, and their cards show how old the
 * balance is.
 */
export function useRefreshGames() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: REFRESH,
    mutationFn: () => unwrap(api.GET('/api/wallet/refresh/slot')),
    onSuccess: (answer) => {
      if (answer.syncedAt) kept.set(KEYS.lastSync, answer.syncedAt);
      if (answer.failed.length > 0) notify.info(translate('home.refreshPartly', { games: silent(answer) }));
      else notify.success(translate('home.refreshed'));
      void moneyMoved(cache);
    },
    onError: notify.failure,
  });
}

/** The first two by name, the others as a number: a toast is read in four seconds. */
function silent({ slots, failed }: Refreshed): string {
  const names = failed.map((code) => slots.find((slot) => slot.code === code)?.name ?? code);
  const more = names.length > 2 ? ` +${names.length - 2}` : '';
  return names.slice(0, 2).join(', ') + more;
}
