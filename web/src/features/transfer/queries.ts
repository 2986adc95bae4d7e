import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MONEY, moneyMoved } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { withTapKey } from '@/shared/api/tap-key';
import { WALLET } from '@/shared/lib/places';

export function useTransfer() {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: (body: { from: string; to: string; amount: number }) =>
      withTapKey('transfer', body, (header) => unwrap(api.POST('/api/wallet/transfer', { params: { header }, body }))),
    onSettled: () => void moneyMoved(cache),
  });
}

/** Empties every game into the wallet. */
export function useBringBack() {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: () =>
      withTapKey('transfer-all', WALLET, (header) =>
        unwrap(api.POST('/api/wallet/transferAll', { params: { header }, body: { to: WALLET } })),
      ),
    onSettled: () => void moneyMoved(cache),
  });
}
