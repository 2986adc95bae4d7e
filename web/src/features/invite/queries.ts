import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MONEY, moneyMoved } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { withTapKey } from '@/shared/api/tap-key';

/** SPEC.md §9: rows of a page. */
export const LIMIT = 10;

export const invitesQuery = (page: number) =>
  queryOptions({
    queryKey: ['invite', 'list', page],
    queryFn: ({ signal }) => unwrap(api.POST('/api/invite', { body: { page, limit: LIMIT }, signal })),
  });

/** Moves the purse into the wallet, as a credit with a condition. */
export function useReceive() {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: () =>
      withTapKey('invite/bonus', undefined, (header) => unwrap(api.GET('/api/invite/bonus', { params: { header } }))),
    onSettled: () => moneyMoved(cache),
  });
}
