import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Proposal, ProposalFilter } from '@/console/api/contract';
import { again } from '@/console/live/again';

/** An event may be lost or late, so the lists ask again (OPERATOR-API.md, Live). */
const AGAIN_MS = 15_000;

export const SHOWS = ['waiting', 'all', 'own', 'scheduled', 'done', 'ended'] as const;
export type Show = (typeof SHOWS)[number];

function filter(show: Show, me: string): ProposalFilter {
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

/** What the list is narrowed by, as a file is asked for; nothing where the call can't narrow it so. */
export function fileFilter(show: Show, me: string): Record<string, string> | undefined {
  if (show === 'ended') return undefined;
  return Object.fromEntries(Object.entries(filter(show, me)).map(([name, value]) => [name, String(value)]));
}

export const proposalsQuery = (show: Show, me: string) =>
  infiniteQueryOptions({
    queryKey: ['proposal', 'list', show, me],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/proposal', {
          params: { query: { ...filter(show, me), ...(pageParam && { after: pageParam }) } },
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
