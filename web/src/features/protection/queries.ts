import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { moneyMoved } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { invalidate } from '@/shared/api/invalidate';
import { withTapKey } from '@/shared/api/tap-key';
import type { StatementRow } from '@/shared/api/wire';
import type { Locale } from '@/shared/i18n/types';
import type { Kind, Pause, Period } from './rules';

export const protectionQuery = queryOptions({
  queryKey: ['protection'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/account/protection', { signal })),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/account/sessions', { signal })),
});

/** As many rows as one request returns: a member with more deposits on one day sees a lower sum. */
const ROWS = 100;

/**
 * The newest movements, for today's deposits; under the statement's own key, so that a movement of money refreshes it.
 */
export const newestQuery = queryOptions({
  queryKey: ['statement', 'newest'],
  queryFn: async ({ signal }): Promise<StatementRow[]> =>
    (await unwrap(api.POST('/api/statement', { body: { page: 1, limit: ROWS }, signal }))).statements,
});

interface Which {
  kind: Kind;
  period: Period;
}

/** Sets a limit, or removes it (null). The limit's `next` then says whether the change applies at once or waits. */
export function useSetLimit(which: Which) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (amount: number | null) => {
      const body = { ...which, amount };
      return withTapKey('limit', body, (header) =>
        unwrap(api.PUT('/api/account/protection/limit', { params: { header }, body })),
      );
    },
    onSettled: () => invalidate(cache, protectionQuery.queryKey),
  });
}

/** Puts the waiting looser limit into force. */
export function useConfirmLimit(body: Which) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withTapKey('limit/confirm', body, (header) =>
        unwrap(api.POST('/api/account/protection/limit/confirm', { params: { header }, body })),
      ),
    onSettled: () => invalidate(cache, protectionQuery.queryKey),
  });
}

/** Shuts the member out of play, from now on. */
export function usePause() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (pause: Pause) =>
      withTapKey('pause', pause, (header) =>
        'days' in pause
          ? unwrap(api.POST('/api/account/protection/break', { params: { header }, body: pause }))
          : unwrap(api.POST('/api/account/protection/exclude', { params: { header }, body: pause })),
      ),
    onSettled: () => Promise.all([invalidate(cache, protectionQuery.queryKey), moneyMoved(cache)]),
  });
}

export function useEndSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/account/sessions/{id}', { params: { path: { id } } })),
    onSettled: () => invalidate(cache, sessionsQuery.queryKey),
  });
}

/** How often the page asks while the copy is being made. */
const MAKING_MS = 2_000;

/** The member's copy of all that is kept of it. */
export const exportQuery = queryOptions({
  queryKey: ['export'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/account/export', { signal })),
  refetchInterval: ({ state }) => state.data?.state === 'making' && MAKING_MS,
});

export function useAskExport() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (language: Locale) => unwrap(api.POST('/api/account/export', { body: { language } })),
    onSuccess: (own) => cache.setQueryData(exportQuery.queryKey, own),
  });
}

/** Takes one of its files: the browser saves what a path that is good for five minutes answers. */
export async function takeExport(file: 'page' | 'data') {
  const link = document.createElement('a');
  link.href = (await unwrap(api.POST('/api/account/export/open')))[file];
  link.download = '';
  link.click();
}

interface Shown {
  password?: string;
  otpToken?: string;
  otpCode?: string;
}

/** Shows who one is, by the password or by the code that came to the registered phone. */
export const confirmIdentity = (body: Shown) => unwrap(api.POST('/api/account/confirm', { body }));

export const sendIdentityCode = () => unwrap(api.POST('/api/account/confirm/code'));
