import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { paths } from '@/console/api/contract';
import type { Filter } from '@/console/kit/use-filter';

type AccountFilter = NonNullable<paths['/api/account']['get']['parameters']['query']>;
type DayFilter = NonNullable<paths['/api/reconcile']['get']['parameters']['query']>;
type EntryFilter = NonNullable<paths['/api/account/{name}/entry']['get']['parameters']['query']>;
type TallyFilter = NonNullable<paths['/api/tally']['get']['parameters']['query']>;
type TransferFilter = NonNullable<paths['/api/transfer']['get']['parameters']['query']>;

/** What a list is narrowed by, as it stands in the address and in the call. */
const PAGE = 100;

/** What every list of the books shares: its first page has no cursor. */
const PAGED = { initialPageParam: '', getNextPageParam: ({ next }: { next: string | null }) => next };
const asked = (filter: Filter, after: string) => ({ ...filter, limit: PAGE, ...(after && { after }) });

export const accountsQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['account', 'list', filter],
    queryFn: ({ pageParam }) =>
      unwrap(api.GET('/api/account', { params: { query: asked(filter, pageParam) as AccountFilter } })),
    ...PAGED,
  });

export const accountQuery = (name: string) =>
  queryOptions({
    queryKey: ['account', 'one', name],
    queryFn: () => unwrap(api.GET('/api/account/{name}', { params: { path: { name } } })),
  });

export const entriesQuery = (name: string, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['account', 'entries', name, filter],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/account/{name}/entry', {
          params: { path: { name }, query: asked(filter, pageParam) as EntryFilter },
        }),
      ),
    ...PAGED,
  });

export const transfersQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['transfer', 'list', filter],
    queryFn: ({ pageParam }) =>
      unwrap(api.GET('/api/transfer', { params: { query: asked(filter, pageParam) as TransferFilter } })),
    ...PAGED,
  });

export const tallyQuery = (query: TallyFilter) =>
  queryOptions({
    queryKey: ['tally', query],
    queryFn: () => unwrap(api.GET('/api/tally', { params: { query } })),
  });

export const transferQuery = (reference: string) =>
  queryOptions({
    queryKey: ['transfer', 'one', reference],
    queryFn: () => unwrap(api.GET('/api/transfer/{reference}', { params: { path: { reference } } })),
  });

export const proofQuery = (reference: string) =>
  queryOptions({
    queryKey: ['transfer', 'proof', reference],
    queryFn: () => unwrap(api.GET('/api/transfer/{reference}/proof', { params: { path: { reference } } })),
  });

export type By = 'day' | 'week' | 'month';

export const financeQuery = (from: string, to: string, by: By) =>
  queryOptions({
    queryKey: ['report', 'finance', from, to, by],
    queryFn: () => unwrap(api.GET('/api/report/finance', { params: { query: { from, to, by } } })),
  });

export const coverageQuery = queryOptions({
  queryKey: ['report', 'coverage'],
  queryFn: () => unwrap(api.GET('/api/report/coverage')),
});

export const liabilityQuery = (id: string) =>
  queryOptions({
    queryKey: ['report', 'liability', id],
    queryFn: () => unwrap(api.GET('/api/report/liability/{id}', { params: { path: { id } } })),
  });

export const liabilitiesQuery = infiniteQueryOptions({
  queryKey: ['report', 'liabilities'],
  queryFn: ({ pageParam }) =>
    unwrap(
      api.GET('/api/report/liability', { params: { query: { limit: 20, ...(pageParam && { after: pageParam }) } } }),
    ),
  ...PAGED,
});

export const providersQuery = queryOptions({
  queryKey: ['provider'],
  queryFn: () => unwrap(api.GET('/api/provider')),
});

export const daysQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['reconcile', filter],
    queryFn: ({ pageParam }) =>
      unwrap(api.GET('/api/reconcile', { params: { query: asked(filter, pageParam) as DayFilter } })),
    ...PAGED,
  });

export const budgetsQuery = queryOptions({
  queryKey: ['budget'],
  queryFn: () => unwrap(api.GET('/api/budget')),
});
