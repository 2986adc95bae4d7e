import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MONEY, moneyMoved } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { withTapKey } from '@/shared/api/tap-key';
import type { Slot } from '@/shared/api/wire';
import { WALLET } from '@/shared/lib/places';
import { launch } from './launch';

export const credentialsQuery = (slotCode: string) =>
  queryOptions({
    queryKey: ['credentials', slotCode],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/wallet/account/{slotCode}', { params: { path: { slotCode } }, signal })),
    // Passwords are not kept longer than the sheet that shows them.
    gcTime: 0,
    staleTime: 60_000,
  });

/** Opens the member's account at the game; its credentials are there afterwards. */
export function useActivate(slotCode: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.GET('/api/wallet/activate/{slotCode}', { params: { path: { slotCode } } })),
    onSettled: () => moneyMoved(cache),
  });
}

export function useResetPassword(slotCode: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.GET('/api/wallet/resetpassword/{slotCode}', { params: { path: { slotCode } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: credentialsQuery(slotCode).queryKey }),
  });
}

export function useMoveIn(slotCode: string) {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: (amount: number) => {
      const body = { from: WALLET, to: slotCode, amount };
      return withTapKey('transfer', body, (header) =>
        unwrap(api.POST('/api/wallet/transfer', { params: { header }, body })),
      );
    },
    onSettled: () => moneyMoved(cache),
  });
}

/** Opens the game in the tab that the tap opened for it. */
export function usePlay(game: Slot) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tab: Window | null) => {
      // A user name stays; what a form carries is asked for at every tap.
      const staleTime = game.launch.kind === 'form' ? 0 : 60_000;
      return launch(game, () => cache.fetchQuery({ ...credentialsQuery(game.code), staleTime, retry: false }), tab);
    },
  });
}
