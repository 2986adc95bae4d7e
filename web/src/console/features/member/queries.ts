import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type {
  DoneToMember,
  MemberFlag,
  OwnArrival,
  OwnCase,
  OwnCoin,
  OwnCondition,
  OwnCoupon,
  OwnDevice,
  OwnGame,
  OwnLimit,
  OwnSession,
  OwnSlip,
  OwnWithdrawal,
  paths,
} from '@/console/api/contract';
import type { Filter } from '@/console/kit/use-filter';

/** The fewest characters that the server searches for. */
export const SHORTEST_SEARCH = 3;

/** What was found is recorded, so nothing asks for the same again by itself. */
const SEARCH_MS = 60_000;
const AGAIN_MS = 30_000;

/** Members by whatever names one. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['member', 'search', q],
    queryFn: () => unwrap(api.GET('/api/member/search', { params: { query: { q } } })),
    enabled: q.length >= SHORTEST_SEARCH,
    staleTime: SEARCH_MS,
    refetchOnWindowFocus: false,
  });

type MembersFilter = NonNullable<paths['/api/member']['get']['parameters']['query']>;

const PAGE = 50;

/** All members, by what the list is narrowed to. */
export const membersQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['member', 'all', filter],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/member', {
          params: { query: { ...(filter as MembersFilter), limit: PAGE, ...(pageParam && { after: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['member', 'one', id],
    queryFn: () => unwrap(api.GET('/api/member/{id}', { params: { path: { id } } })),
    refetchInterval: AGAIN_MS,
  });

/** Whether it is to be erased: the requests about it, of which one has not ended at most. */
export const erasureQuery = (id: string) =>
  queryOptions({
    queryKey: ['member', 'erasure', id],
    queryFn: () => unwrap(api.GET('/api/proposal', { params: { query: { member: id, action: 'member.erase' } } })),
  });

/** The kinds of transfers that a statement is narrowed to. */
export const KINDS = ['deposit', 'withdraw', 'game_in', 'game_out', 'bonus'] as const;

/** What touched a member's accounts. */
export const statementQuery = (id: string, filter: Filter) =>
  listQuery(id, 'statement', filter, (after) =>
    unwrap(
      api.GET('/api/member/{id}/statement', {
        params: { path: { id }, query: { ...filter, ...(after && { after }) } },
      }),
    ),
  );

interface Own {
  condition: OwnCondition;
  coupon: OwnCoupon;
  limit: OwnLimit;
  session: OwnSession;
  slip: OwnSlip;
  audit: DoneToMember;
  flag: MemberFlag;
  withdrawal: OwnWithdrawal;
  arrival: OwnArrival;
  device: OwnDevice;
  coin: OwnCoin;
  game: OwnGame;
  case: OwnCase;
}

/** A list of a member's without filters. Their calls are alike but for the rows. */
export const ownQuery = <L extends keyof Own>(id: string, list: L) =>
  listQuery(id, list, '', (after) =>
    unwrap<Page<Own[L]>>(
      api.GET(`/api/member/{id}/${list}`, {
        params: { path: { id }, query: after ? { after } : {} },
      } as never) as never,
    ),
  );

export const notesQuery = (id: string) =>
  listQuery(id, 'note', '', (after) =>
    unwrap(api.GET('/api/member/{id}/note', { params: { path: { id }, query: after ? { after } : {} } })),
  );

/** Its key is that of the desk's lists, so that it is told what they are told. */
export const chatsQuery = (member: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'list', 'member', member],
    queryFn: ({ pageParam }) =>
      unwrap(api.GET('/api/chat', { params: { query: { member, ...(pageParam && { after: pageParam }) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const linksQuery = (id: string) =>
  listQuery(id, 'link', '', () => unwrap(api.GET('/api/member/{id}/link', { params: { path: { id } } })));

interface Page<Row> {
  items: Row[];
  next: string | null;
  asOf: string;
}

const listQuery = <Row>(
  id: string,
  list: string,
  filter: string | Filter,
  read: (after: string) => Promise<Page<Row>>,
) =>
  infiniteQueryOptions({
    queryKey: ['member', 'list', id, list, filter],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
