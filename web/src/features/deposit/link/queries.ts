import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MONEY, moneyMoved } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { withTapKey } from '@/shared/api/tap-key';
import { config } from '@/shared/config';
import { encryptLink } from './encrypt';

/** Sends a wallet link, encrypted. */
export function useSendLink() {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: async (plain: string) => {
      const body = { link: await encryptLink(plain, config().truelinkSecret) };
      return withTapKey('truelink', body, (header) =>
        unwrap(api.POST('/api/wallet/truelink', { params: { header }, body })),
      );
    },
    onSettled: () => moneyMoved(cache),
  });
}
