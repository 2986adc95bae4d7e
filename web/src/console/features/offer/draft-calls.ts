import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { ContentDraft } from '@/console/api/contract';
import { call } from '@/console/decision/call';
import { useOperator } from '@/console/kit/operator';
import { again } from '@/console/live/again';
import { FIELDS } from './calls';

/** Another device, or another operator, may change one meanwhile. */
const AGAIN_MS = 15_000;

export const readDrafts = () => unwrap(api.GET('/api/content-draft'));

export const draftsQuery = queryOptions({
  queryKey: ['content', 'draft', 'list'],
  queryFn: readDrafts,
  refetchInterval: again(AGAIN_MS),
});

/** A draft in a revision. What it means changes with what is in force, too. */
export const draftQuery = (id: string, revision?: number) =>
  queryOptions({
    queryKey: ['content', 'draft', 'one', id, revision],
    queryFn: () => unwrap(api.GET('/api/content-draft/{id}', { params: { path: { id } } })),
  });

/** A link to the member app as it is with a draft. Each one is good for half an hour, so each time another is asked for. */
export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: ['content', 'preview', id],
    queryFn: () => unwrap(api.GET('/api/content-draft/{id}/preview', { params: { path: { id } } })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Typed {
  id: string;
  revision: number;
  /** The state of the section from which it goes on. */
  state: string;
  body: unknown;
  text?: string | undefined;
  unread?: string | undefined;
}

/** Keeps what was typed; what can't be read as it was typed. */
export const putDraft = (section: string, { id, revision, state, body, text, unread }: Typed) =>
  unwrap(
    api.PUT('/api/content-draft/{id}', {
      params: { path: { id } },
      body: { section, revision, base: state, body: body ?? null, ...(unread && text && { typed: text }) },
    }),
  );

export const deleteDraft = (id: string) => unwrap(api.DELETE('/api/content-draft/{id}', { params: { path: { id } } }));

/** Proposes a draft, as it was seen. */
export const proposeDraftCall = call('/api/content-draft/{id}/propose', {
  name: 'call.proposeContent',
  does: 'offer.waits',
  letter: 'p',
  fields: FIELDS,
});

/** Takes a draft that has ended out of what the page knows, before it is read again: it is no edit any more. */
export async function dropDraft(client: QueryClient, id: string): Promise<void> {
  await client.cancelQueries({ queryKey: draftsQuery.queryKey });
  client.setQueryData(draftsQuery.queryKey, (list) => list && { items: list.items.filter((one) => one.id !== id) });
}

/** Whether what it became waits still: then it is no edit any more. */
export const isProposed = ({ proposal }: ContentDraft) =>
  proposal !== null && (proposal.state === 'open' || proposal.state === 'scheduled');

/** The drafts of a section: the operator's own, and those of others. */
export function useDraftsOf(section: string) {
  const { name } = useOperator();
  const all = (useQuery(draftsQuery).data?.items ?? []).filter((one) => one.section === section);
  return { own: all.find(({ by }) => by === name), others: all.filter(({ by }) => by !== name) };
}
