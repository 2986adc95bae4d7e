import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { paths, RiskWay } from '@/console/api/contract';
import type { Filter } from '@/console/kit/use-filter';

type GroupFilter = NonNullable<paths['/api/risk/group']['get']['parameters']['query']>;

const PAGE = 50;
const PAGED = { initialPageParam: '', getNextPageParam: ({ next }: { next: string | null }) => next };
const asked = (filter: Filter, after: string) => ({ ...filter, limit: PAGE, ...(after && { after }) });

export const groupsQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['risk', 'groups', filter],
    queryFn: ({ pageParam }) =>
      unwrap(api.GET('/api/risk/group', { params: { query: asked(filter, pageParam) as unknown as GroupFilter } })),
    ...PAGED,
  });

export const groupQuery = (by: RiskWay, key: string) =>
  infiniteQueryOptions({
    queryKey: ['risk', 'group', by, key],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/risk/group/{by}/{key}', { params: { path: { by, key }, query: asked({}, pageParam) as never } }),
      ),
    ...PAGED,
  });

/** A list of risk that has filters and nothing else. */
const filtered = <Row>(
  name: string,
  filter: Filter,
  read: (query: never) => Promise<{ items: Row[]; next: string | null; asOf: string }>,
) =>
  infiniteQueryOptions({
    queryKey: ['risk', name, filter],
    queryFn: ({ pageParam }) => read(asked(filter, pageParam) as never),
    ...PAGED,
  });

export const ringsQuery = (filter: Filter) =>
  filtered('ring', filter, (query) => unwrap(api.GET('/api/risk/ring', { params: { query } })));

export const ringQuery = (inviter: string) =>
  filtered(`ring ${inviter}`, {}, (query) =>
    unwrap(api.GET('/api/risk/ring/{inviter}', { params: { path: { inviter }, query } })),
  );

export const velocityQuery = (filter: Filter) =>
  filtered('velocity', filter, (query) => unwrap(api.GET('/api/risk/velocity', { params: { query } })));

export const monthQuery = (filter: Filter) =>
  filtered('threshold', filter, (query) => unwrap(api.GET('/api/risk/threshold', { params: { query } })));

export const calloutsQuery = (filter: Filter) =>
  filtered('callout', filter, (query) => unwrap(api.GET('/api/risk/callout', { params: { query } })));
