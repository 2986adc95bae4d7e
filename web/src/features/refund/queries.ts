import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MONEY, moneyMoved } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { withTapKey } from '@/shared/api/tap-key';

/** SPEC.md §9: rows of a page. */
export const LIMIT = 10;

export const refundQuery = queryOptions({
  queryKey: ['refund', 'check'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/refund/check', { signal })),
});

export const refundsQuery = (page: number) =>
  queryOptions({
    queryKey: ['refund', 'list', page],
    queryFn: ({ signal }) => unwrap(api.POST('/api/refund', { body: { page, limit: LIMIT }, signal })),
  });

const CALLS = { receive: '/api/refund/receive', add: '/api/refund/addWallet' } as const;

/** `receive` puts the refund of losses into the purse; `add` moves the purse into the wallet, with a condition. */
export function useRefund(step: keyof typeof CALLS) {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: () =>
      withTapKey(`refund/${step}`, undefined, (header) => unwrap(api.GET(CALLS[step], { params: { header } }))),
    onSettled: () => moneyMoved(cache),
  });
}
