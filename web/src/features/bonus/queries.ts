import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MONEY, moneyMoved } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { activeBonusQuery } from '@/shared/api/offers';
import { withTapKey } from '@/shared/api/tap-key';

/** The interval while money comes back from the games. */
const ENDING_MS = 4_000;

export const bonusesQuery = queryOptions({
  queryKey: ['bonus', 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/bonus', { signal })),
});

/** The condition that is held now, polled often while it ends. */
export function useActiveBonus() {
  return useQuery({
    ...activeBonusQuery,
    refetchInterval: (query) => (query.state.data?.state === 'ending' ? ENDING_MS : false),
  });
}

/** A promotion by its code. A code that is unknown now may exist at the next search. */
export const promotionQuery = (code: string) =>
  queryOptions({
    queryKey: ['promotion', code],
    queryFn: ({ signal }) => unwrap(api.GET('/api/promotion/find/{code}', { params: { path: { code } }, signal })),
    gcTime: 0,
  });

/** The texts under every bonus. */
export const noticeQuery = queryOptions({
  queryKey: ['lookup', 'notice'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/notice', { signal })),
  staleTime: 3_600_000,
});

/**
 * Reads the games again; a condition that has met its end by this reading is ended. It runs when the page opens and at
 * a tap, never by a timer: every reading asks the providers.
 */
export function useLook() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.GET('/api/bonus/check/minimum')),
    onSettled: () => moneyMoved(cache),
  });
}

const OFFERS = { bonus: '/api/bonus/activate/{code}', promotion: '/api/promotion/activate/{code}' } as const;

/** Receives a bonus, or the promotion of a code. */
export function useReceive(kind: keyof typeof OFFERS, code: string) {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: () =>
      // The code is part of the tap's name: another bonus is another tap, with its own key.
      withTapKey(`${kind}/${code}`, undefined, (header) =>
        unwrap(api.GET(OFFERS[kind], { params: { path: { code }, header } })),
      ),
    onSettled: () => moneyMoved(cache),
  });
}

export function useGiveUp() {
  const cache = useQueryClient();
  return useMutation({
    scope: MONEY,
    mutationFn: () =>
      withTapKey('bonus/clear', { giveUp: true }, (header) =>
        unwrap(api.GET('/api/bonus/clear', { params: { query: { giveUp: true }, header } })),
      ),
    onSettled: () => moneyMoved(cache),
  });
}
