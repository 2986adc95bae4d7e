import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MONEY, moneyMoved } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { withTapKey } from '@/shared/api/tap-key';
import { namesGames } from './rules';

export const withdrawLimitsQuery = queryOptions({
  queryKey: ['withdraw-limits'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/withdraw', { signal })),
});

interface Request {
  amount: number;
  /** The wallet alone does not hold the amount: the games are emptied first. */
  fromGames: boolean;
}

export function useWithdraw() {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: ({ amount, fromGames }: Request) => {
      const path = fromGames ? '/api/wallet/withdrawAll' : '/api/wallet/withdraw';
      return withTapKey(path, { amount }, (header) => unwrap(api.POST(path, { params: { header }, body: { amount } })));
    },
    // The result is shown at once; the games that kept money are shown with their current balances.
    onSettled: (answer) => {
      const askedAnew = moneyMoved(cache);
      return answer && !namesGames(answer) ? undefined : askedAnew;
    },
  });
}
