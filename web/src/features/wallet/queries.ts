import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';
import { invalidate } from '@/shared/api/invalidate';
import type { StatementRow, Wallet } from '@/shared/api/wire';
import { useLive } from './live';

/** How often the wallet is asked while the socket is down, and while money is on its way. */
const WITHOUT_SOCKET_MS = 20_000;
const UNDER_WAY_MS = 4_000;

export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/wallet', { signal })),
});

/** Rows per page (SPEC.md §9). */
export const STATEMENT_LIMIT = 10;

export const statementQuery = (page: number) =>
  queryOptions({
    queryKey: ['statement', page],
    queryFn: ({ signal }) => unwrap(api.POST('/api/statement', { body: { page, limit: STATEMENT_LIMIT }, signal })),
  });

/** The wallet, kept fresh: by the socket's word, by asking while something is under way, by asking at all without one. */
export function useWallet() {
  const live = useLive();
  return useQuery({
    ...walletQuery,
    refetchInterval: (query) => {
      if (underWay(query.state.data)) return UNDER_WAY_MS;
      return live ? false : WITHOUT_SOCKET_MS;
    },
  });
}

const underWay = (wallet: Wallet | undefined) => wallet !== undefined && wallet.wallet.reserved > 0;

/** The newest movements; those under way are the chips on home. `following`: something is expected among them. */
export function useRecentMovements(following = false) {
  const live = useLive();
  return useQuery({
    ...statementQuery(1),
    refetchInterval: (query) => {
      const pending = query.state.data?.statements.some((row) => row.status === 'IN_PROGRESS');
      if (pending || following) return UNDER_WAY_MS;
      return live ? false : WITHOUT_SOCKET_MS;
    },
  });
}

/** The newest transfers between wallet and games that are not settled yet. */
export function useMoving(): StatementRow[] {
  const recent = useRecentMovements();
  return (
    recent.data?.statements.filter((row) => row.statementType === 'transfer' && row.status === 'IN_PROGRESS') ?? []
  );
}

/** Under the statement's own key: the socket's word about one is about the other. */
export const slipsKey = ['statement', 'slips'];

export const slipsQuery = (page: number) =>
  queryOptions({
    queryKey: [...slipsKey, page],
    queryFn: ({ signal }) =>
      unwrap(api.POST('/api/statement/slip', { body: { page, limit: STATEMENT_LIMIT }, signal })),
  });

/** A page of the member's slips, asked again while one of them is being checked. */
export function useSlips(page: number) {
  const live = useLive();
  return useQuery({
    ...slipsQuery(page),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => {
      if (query.state.data?.slips.some((slip) => slip.status === 'IN_PROGRESS')) return UNDER_WAY_MS;
      return live ? false : WITHOUT_SOCKET_MS;
    },
  });
}

/** Under the statement's own key, too. */
export const transfersQuery = queryOptions({
  queryKey: ['statement', 'transfers'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/wallet/add', { signal })),
});

/** What the member put in and no statement tells of; those that wait may lapse without a word. `following`: one is looked at. */
export function useTransfers(following = false) {
  const live = useLive();
  return useQuery({
    ...transfersQuery,
    refetchInterval: (query) => {
      if (following) return UNDER_WAY_MS;
      const open = query.state.data?.transfers.some((one) => one.status === 'IN_PROGRESS');
      return open || !live ? WITHOUT_SOCKET_MS : false;
    },
  });
}

/** What hangs on money beside the wallet itself: conditions, purses and coins move with it. */
const OFFERS = ['bonus', 'promotion', 'refund', 'invite', 'spin'];

/** The wallet changed: it is asked again, and so is what hangs on it. */
export async function walletChanged(cache: QueryClient): Promise<void> {
  await invalidate(cache, walletQuery.queryKey, ...OFFERS.map((offer) => [offer]));
}

/**
 * After money moved, or may have moved: nothing shown before is trusted. It settles when all of that has been asked again;
 * a transfer does not wait for that.
 */
export async function moneyMoved(cache: QueryClient): Promise<void> {
  await Promise.all([walletChanged(cache), invalidate(cache, ['statement'])]);
}

/** Money mutations stand in one line: a second tap waits for the first. */
export const MONEY = { id: 'money' };
