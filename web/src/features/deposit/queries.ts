import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MONEY, moneyMoved } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { invalidate } from '@/shared/api/invalidate';
import { withTapKey } from '@/shared/api/tap-key';
import type { Qr } from '@/shared/api/wire';

export const depositQuery = queryOptions({
  queryKey: ['deposit'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/deposit', { signal })),
});

/** When slips are taken. It is polled while they are not, so that the form opens by itself. */
export const slipWindowQuery = queryOptions({
  queryKey: ['slip-window'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/slip', { signal })),
  refetchInterval: (query) => (query.state.data?.active === false ? 30_000 : false),
});

/** Declares a bank transfer (API.md: a declaration never credits by itself). */
export function useDeclare() {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: (amount: number) =>
      withTapKey('declare', { amount }, (header) =>
        unwrap(api.POST('/api/wallet/add', { params: { header }, body: { amount } })),
      ),
    onSettled: () => moneyMoved(cache),
  });
}

/** How often an open code is polled, in addition to the socket's hints. */
const QR_POLL_MS = 3_000;

export interface OpenQr extends Qr {
  /**
   * When the code ends by this phone's clock. It is counted from the server's remaining seconds, so that a wrong clock
   * does not matter.
   */
  endsAt: number;
}

const withEnd = (qr: Qr): OpenQr => ({ ...qr, endsAt: Date.now() + (qr.remaining ?? 0) * 1000 });

export const qrQuery = (bankCode: string) =>
  queryOptions({
    queryKey: ['qr', bankCode],
    queryFn: async ({ signal }) =>
      withEnd(await unwrap(api.GET('/api/qrcode/{code}', { params: { path: { code: bankCode } }, signal }))),
    refetchInterval: (query) => (query.state.data?.hasQrcode ? QR_POLL_MS : false),
    staleTime: 0,
  });

/** The other bank with an open code, as far as this page has seen: a new code would end that one. */
export function useOpenElsewhere(bankCode: string): string | undefined {
  const cache = useQueryClient();
  const seen = cache.getQueriesData<OpenQr>({ queryKey: ['qr'] });
  const other = seen.find(([key, qr]) => key[1] !== bankCode && qr?.hasQrcode && qr.endsAt > Date.now());
  return other?.[0][1] as string | undefined;
}

/** A new code ends the one at another bank, so all panels reload (SPEC.md §4). */
export function useCreateQr(bankCode: string) {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: (amount: number) =>
      withTapKey(`qr/${bankCode}`, { amount }, (header) =>
        unwrap(api.POST('/api/qrcode/{code}', { params: { path: { code: bankCode }, header }, body: { amount } })),
      ),
    onSuccess: (qr) => {
      cache.setQueryData(qrQuery(bankCode).queryKey, withEnd(qr));
      return cache.invalidateQueries({
        queryKey: ['qr'],
        predicate: ({ queryKey }) => queryKey[1] !== bankCode,
      });
    },
  });
}

/** `onCancelled` is called even if the code leaves the screen before the answer is handled. */
export function useCancelQr(bankCode: string, onCancelled: () => void) {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: (qrcodeId: string) =>
      unwrap(api.DELETE('/api/qrcode/{code}', { params: { path: { code: qrcodeId } } })),
    onSuccess: onCancelled,
    // It may have been paid in the same second, so the money is queried too.
    onSettled: () => Promise.all([invalidate(cache, qrQuery(bankCode).queryKey), moneyMoved(cache)]),
  });
}
