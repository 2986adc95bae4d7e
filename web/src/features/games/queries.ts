import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MONEY, moneyMoved, walletQuery } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { onIdentityAsked } from '@/shared/api/confirm-identity';
import { invalidate } from '@/shared/api/invalidate';
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
    // A return to the page is not a request for them: it might ask for the password again.
    refetchOnWindowFocus: false,
  });

/** Opens the member's account at the game; its credentials exist afterwards. */
export function useActivate(slotCode: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.GET('/api/wallet/activate/{slotCode}', { params: { path: { slotCode } } })),
    onSettled: () => invalidate(cache, walletQuery.queryKey),
  });
}

export function useResetPassword(slotCode: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.GET('/api/wallet/resetpassword/{slotCode}', { params: { path: { slotCode } } })),
    onSettled: () => invalidate(cache, credentialsQuery(slotCode).queryKey),
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
    onSettled: () => void moneyMoved(cache),
  });
}

/** Opens the game in the tab that the tap opened for it. */
export function usePlay(game: Slot) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tab: Window | null) => {
      // The user name does not change; a form's data is fetched at every tap.
      const staleTime = game.launch.kind === 'form' ? 0 : 60_000;
      // A question for the password is shown on this page: the empty tab would cover it.
      const forget = onIdentityAsked(() => tab?.close());
      const account = () => cache.fetchQuery({ ...credentialsQuery(game.code), staleTime, retry: false });
      return launch(game, account, tab).finally(forget);
    },
  });
}
