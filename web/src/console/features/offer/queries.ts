import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { ContentDocument, OfferCampaign, Proposal } from '@/console/api/contract';
import { again } from '@/console/live/again';

/** Another operator may change it meanwhile. */
const AGAIN_MS = 15_000;
/** A house proposes some changes of content at a time, not hundreds. */
const ALL = 200;

export const sectionsQuery = queryOptions({
  queryKey: ['content', 'list'],
  queryFn: () => unwrap(api.GET('/api/content')),
  refetchInterval: again(AGAIN_MS),
});

export const versionsQuery = (section: string) =>
  infiniteQueryOptions({
    queryKey: ['content', 'versions', section],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/content/{section}/history', {
          params: { path: { section }, query: { ...(pageParam && { after: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const versionQuery = (section: string, version: number) =>
  queryOptions({
    queryKey: ['content', 'version', section, version],
    queryFn: () =>
      unwrap(api.GET('/api/content/{section}/history/{version}', { params: { path: { section, version } } })),
  });

export const check = (document: ContentDocument) => unwrap(api.POST('/api/content-check', { body: { document } }));

export const readDocument = () => unwrap(api.GET('/api/content-document'));

const waitingQuery = (state: 'open' | 'scheduled') =>
  queryOptions({
    queryKey: ['proposal', 'content', state],
    queryFn: () => unwrap(api.GET('/api/proposal', { params: { query: { state, limit: ALL } } })),
    refetchInterval: again(AGAIN_MS),
  });

const KIND = 'content.';

/** The changes of content that wait for a second person, or for their time. */
export function useWaiting(): readonly Proposal[] {
  const open = useQuery(waitingQuery('open'));
  const scheduled = useQuery(waitingQuery('scheduled'));
  return [open, scheduled].flatMap(({ data }) => data?.items.filter(({ action }) => action.startsWith(KIND)) ?? []);
}

/** Those of a section. A document changes several: its facts are named by their places. */
export const waitingOf = (waiting: readonly Proposal[], section: string) =>
  waiting.filter(
    ({ action, facts }) =>
      action === KIND + section ||
      (action === `${KIND}document` && facts.some(({ name }) => name.split('.')[0] === section)),
  );

export const campaignsQuery = infiniteQueryOptions({
  queryKey: ['campaign', 'list'],
  queryFn: ({ pageParam }) =>
    unwrap(api.GET('/api/campaign', { params: { query: { ...(pageParam && { after: pageParam }) } } })),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
});

type Source = OfferCampaign['source'];

/** One campaign, with its days. */
export const campaignQuery = (source: Source, code: string) =>
  queryOptions({
    queryKey: ['campaign', 'one', source, code],
    queryFn: () => unwrap(api.GET('/api/campaign/{source}/{code}', { params: { path: { source, code } } })),
  });

/** What it granted, newest first. */
export const grantsQuery = (source: Source, code: string) =>
  infiniteQueryOptions({
    queryKey: ['campaign', 'grant', source, code],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/campaign/{source}/{code}/grant', {
          params: { path: { source, code }, query: { ...(pageParam && { after: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const wheelQuery = infiniteQueryOptions({
  queryKey: ['campaign', 'wheel'],
  queryFn: ({ pageParam }) =>
    unwrap(api.GET('/api/wheel', { params: { query: { limit: 5, ...(pageParam && { after: pageParam }) } } })),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
});
