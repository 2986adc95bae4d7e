import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Proposal, ProposalFilter } from '@/console/api/contract';
import { again } from '@/console/live/again';

/** An event may be lost or late, so the lists ask again (OPERATOR-API.md, Live). */
const AGAIN_MS = 15_000;

export const SHOWS = ['waiting', 'all', 'own', 'scheduled', 'done', 'ended'] as const;
export type Show = (typeof SHOWS)[number];

/** What the list is narrowed by. */
export function filterOf(show: Show, me: string): ProposalFilter {
  switch (show) {
    case 'waiting':
      return { waitsForMe: true };
    case 'all':
      return { state: 'open' };
    case 'own':
      return { state: 'open', by: me };
    case 'ended':
      return { by: me }; // newest first, with those that have not ended: `hasEnded` leaves them out
    default:
      return { state: show };
  }
}

const LIVES: readonly string[] = ['open', 'scheduled'];

/** Reports whether nobody can do anything with it any more. */
export const hasEnded = ({ state }: Pick<Proposal, 'state'>) => !LIVES.includes(state);

export const proposalsQuery = (show: Show, me: string) =>
  infiniteQueryOptions({
    queryKey: ['proposal', 'list', show, me],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/proposal', {
          params: { query: { ...filterOf(show, me), ...(pageParam && { after: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: again(AGAIN_MS),
  });

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposal', 'one', id],
    queryFn: () => unwrap(api.GET('/api/proposal/{id}', { params: { path: { id } } })),
    refetchInterval: again(AGAIN_MS),
  });

/** All that a proposal of content would change. */
export const contentQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposal', 'content', id],
    queryFn: () => unwrap(api.GET('/api/content-proposal/{id}', { params: { path: { id } } })),
  });
