import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MONEY, moneyMoved, walletQuery } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { invalidate } from '@/shared/api/invalidate';
import { isUnknownOutcome } from '@/shared/api/outcome';
import { withTapKey } from '@/shared/api/tap-key';

export const setupQuery = queryOptions({
  queryKey: ['spin', 'setup'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/spinwheel/setup', { signal })),
});

export const couponsQuery = queryOptions({
  queryKey: ['spin', 'coupons'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/spinwheel/coupon', { signal })),
});

export const proofQuery = queryOptions({
  queryKey: ['spin', 'proof'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/spinwheel/proof', { signal })),
});

/** One draw. Its coupon is fetched when the wheel has stopped: the list must not reveal it earlier. */
export function useDraw() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withTapKey('/api/spinwheel/spin', {}, (header) =>
        unwrap(api.POST('/api/spinwheel/spin', { params: { header }, body: {} })),
      ),
    onSuccess: ({ remainingCoin }) => {
      cache.setQueryData(setupQuery.queryKey, (setup) => setup && { ...setup, userCoin: remainingCoin });
    },
    onError: (error) => {
      // The server refused because of something that this page does not know yet: another coin count, another wheel.
      if (!isUnknownOutcome(error)) void invalidate(cache, setupQuery.queryKey);
    },
    onSettled: () => void invalidate(cache, walletQuery.queryKey),
  });
}

export function useClaim() {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: (coupon: string) =>
      withTapKey('/api/spinwheel/coupon/claim', { coupon }, (header) =>
        unwrap(api.POST('/api/spinwheel/coupon/claim', { params: { header }, body: { coupon } })),
      ),
    onSettled: () => moneyMoved(cache),
  });
}

export function useRotate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (clientSeed: string | undefined) => {
      const body = clientSeed === undefined ? {} : { clientSeed };
      return withTapKey('/api/spinwheel/proof/rotate', body, (header) =>
        unwrap(api.POST('/api/spinwheel/proof/rotate', { params: { header }, body })),
      );
    },
    onSettled: () => invalidate(cache, ['spin']),
  });
}
