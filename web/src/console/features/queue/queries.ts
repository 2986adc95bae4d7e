import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Item, Kind, Opened, QueueFilter } from '@/console/api/contract';
import { again } from '@/console/live/again';
import { invalidate } from '@/shared/api/invalidate';
import { withTapKey } from '@/shared/api/tap-key';

/** An event may be lost or late, so the queue asks again (OPERATOR-API.md, Live). */
const AGAIN_MS = 15_000;

export const SHOWS = ['all', 'free', 'mine', 'late'] as const;
export type Show = (typeof SHOWS)[number];

/** What the list is narrowed by. */
export const filterOf = (show: Show, kind: Kind | undefined) =>
  ({ ...(kind && { kind: [kind] }), ...(show !== 'all' && { [show]: true }) }) satisfies QueueFilter;

export const queueQuery = (show: Show, kind: Kind | undefined) =>
  infiniteQueryOptions({
    queryKey: ['queue', 'list', show, kind ?? ''],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/queue', {
          params: { query: { ...filterOf(show, kind), ...(pageParam && { after: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: again(AGAIN_MS),
  });

export const countsQuery = queryOptions({
  queryKey: ['queue', 'count'],
  queryFn: () => unwrap(api.GET('/api/queue/count')),
  refetchInterval: again(AGAIN_MS),
});

/** What one person does with an item before it decides: nobody else decides meanwhile. */
export function useClaim({ kind, id }: Pick<Item, 'kind' | 'id'>, onOpened: (opened: Opened) => void) {
  const params = { path: { kind, id } };
  const read = useReadAgain();
  const claim = useMutation({
    mutationFn: (take: boolean) => unwrap(api.POST('/api/queue/{kind}/{id}/claim', { params, body: { take } })),
    onSuccess: onOpened,
    onSettled: read,
  });
  const release = useMutation({
    mutationFn: () => unwrap(api.POST('/api/queue/{kind}/{id}/release', { params })),
    onSettled: read,
  });
  return { claim, release };
}

const APPROVED: readonly Kind[] = ['proposal', 'erasure'];

/** The roles that may decide an item: a cashier's money, or an approval, whose own role the server knows. */
export const rolesOf = (kind: Kind): readonly string[] =>
  APPROVED.includes(kind) ? ['support', 'cashier', 'chief'] : ['cashier', 'chief'];

/** Gives an item to a colleague. A second press before the answer gives nothing twice. */
export function useGive({ kind, id }: Pick<Item, 'kind' | 'id'>, onGiven: (to: string) => void) {
  const params = { path: { kind, id } };
  const read = useReadAgain();
  return useMutation({
    mutationFn: (body: Given) =>
      withTapKey(`assignItem:${kind}:${id}`, body, (header) =>
        unwrap(api.POST('/api/queue/{kind}/{id}/assign', { params: { ...params, header }, body })),
      ),
    onSuccess: (_, { to }) => onGiven(to),
    onSettled: read,
  });
}

export interface Given {
  to: string;
  reason: string;
  take?: boolean;
}

/** The most urgent item that nobody has, claimed. */
export function useNext(kinds: Kind[], onNext: (opened: Opened | { item: null }) => void) {
  const read = useReadAgain();
  return useMutation({
    mutationFn: (skip: string[]) => unwrap(api.POST('/api/queue/next', { body: { kinds, skip } })),
    onSuccess: ({ item, detail }) => onNext(item ? { item, detail } : { item }),
    onSettled: read,
  });
}

/** Reads the lists again. What an item is about is in its own answers. */
export function useReadAgain() {
  const cache = useQueryClient();
  return () => invalidate(cache, ['queue']);
}
