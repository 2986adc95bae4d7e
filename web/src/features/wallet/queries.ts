import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';
import { invalidate } from '@/shared/api/invalidate';
import type { StatementRow, Wallet } from '@/shared/api/wire';
import { useLive } from './live';

/** The wallet's polling intervals while the socket is down, and while money is under way. */
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

/**
 * The wallet, kept up to date: by the socket's hints, by polling while something is pending, and by slow polling
 * without a socket.
 */
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

/** The newest movements; the pending ones are the chips on home. `following`: a movement is expected. */
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

/** Under the statement's own key, so that the socket's hint about one refreshes the other. */
export const slipsKey = ['statement', 'slips'];

export const slipsQuery = (page: number) =>
  queryOptions({
    queryKey: [...slipsKey, page],
    queryFn: ({ signal }) =>
      unwrap(api.POST('/api/statement/slip', { body: { page, limit: STATEMENT_LIMIT }, signal })),
  });

/** A page of the member's slips, polled while one of them is being checked. */
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

/**
 * The member's deposits that are in no statement yet; those that wait may expire without a hint. `following`: one is on
 * screen.
 */
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

/** Queries that depend on money beside the wallet itself: conditions, purses and coins change with it. */
const OFFERS = ['bonus', 'promotion', 'refund', 'invite', 'spin'];

/** The wallet changed: it is fetched again, and so are the queries that depend on it. */
export async function walletChanged(cache: QueryClient): Promise<void> {
  await invalidate(cache, walletQuery.queryKey, ...OFFERS.map((offer) => [offer]));
}

/**
 * Called after money moved, or may have moved: no data shown before is trusted. It resolves when all of that has been
 * fetched again; a transfer does not wait for that.
 */
export async function moneyMoved(cache: QueryClient): Promise<void> {
  await Promise.all([walletChanged(cache), invalidate(cache, ['statement'])]);
}

/** Money mutations run one after the other: a second tap waits for the first. */
export const MONEY = { id: 'money' };
