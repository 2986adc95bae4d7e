import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Filter } from '@/console/kit/use-filter';

/** While a store is in quarantine, its rows are being booked and colleagues decide; else it is asked for the banner alone. */
const AGAIN_MS = 10_000;
const QUIET_MS = 120_000;

export const quarantineQuery = queryOptions({
  queryKey: ['quarantine'],
  queryFn: () => unwrap(api.GET('/api/quarantine')),
  refetchInterval: ({ state }) => (state.data?.open ? AGAIN_MS : QUIET_MS),
});

const PAGE = 50;

/** One list that was imported. Its rows are being booked while it is looked at. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['quarantine', 'import', id],
    queryFn: () => unwrap(api.GET('/api/quarantine/import/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.done ? false : AGAIN_MS),
  });

/** Its rows, with what became of each. */
export const rowsQuery = (id: string, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['quarantine', 'import', id, 'rows', filter],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/quarantine/import/{id}/row', {
          params: { path: { id }, query: { ...filter, limit: PAGE, ...(pageParam && { after: pageParam }) } as never },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }: { next: string | null }) => next,
  });
