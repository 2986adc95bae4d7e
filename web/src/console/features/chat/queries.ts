import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, unwrap } from '@/console/api/client';
import type { Canned, ChatLine } from '@/console/api/contract';
import { again } from '@/console/live/again';
import { invalidate } from '@/shared/api/invalidate';

/** An event may be lost or late, so the desk asks again (OPERATOR-API.md, Live). */
const AGAIN_MS = 10_000;

export const SHOWS = ['all', 'waiting', 'unread', 'mine', 'others', 'ended'] as const;
export type Show = (typeof SHOWS)[number];

/** `unread` is a filter of its own, and the others are values of one. */
export const filterOf = (show: Show) => (show === 'unread' ? { unread: true } : show === 'all' ? {} : { show });

export const listQuery = (show: Show) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'list', show],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/chat', {
          params: { query: { ...filterOf(show), ...(pageParam && { after: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: again(AGAIN_MS),
  });

/** One conversation: its newest messages, and those before them page by page. */
export const talkQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'one', id],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/chat/{id}', { params: { path: { id }, query: { ...(pageParam && { before: pageParam }) } } }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    refetchInterval: again(AGAIN_MS),
  });

export const cannedQuery = queryOptions({
  queryKey: ['chat', 'canned'],
  queryFn: () => unwrap(api.GET('/api/canned')),
  staleTime: 300_000,
});

/** What an answer becomes. */
export type ChangedCanned = Pick<Canned, 'code' | 'title' | 'keys' | 'text'>;

export const setCanned = ({ code, ...body }: ChangedCanned) =>
  unwrap(api.PUT('/api/canned/{code}', { params: { path: { code } }, body }));

export const deleteCanned = (code: string) => unwrap(api.DELETE('/api/canned/{code}', { params: { path: { code } } }));

/** What operators noted at a conversation. Live hints about it come with those of the conversation. */
export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'one', id, 'note'],
    queryFn: () => unwrap(api.GET('/api/chat/{id}/note', { params: { path: { id } } })),
  });

export const addNote = (id: string, clientId: string, text: string) =>
  unwrap(api.POST('/api/chat/{id}/note', { params: { path: { id } }, body: { clientId, text } }));

export const tallyQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['chat', 'tally', from, to],
    queryFn: () => unwrap(api.GET('/api/chat/tally', { params: { query: { from, to } } })),
  });

/** The member beside its conversation. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'member', id],
    queryFn: () => unwrap(api.GET('/api/member/{id}', { params: { path: { id } } })),
    refetchInterval: 3 * AGAIN_MS,
  });

/** What the house has seen up to. */
export function useSeen(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (number: number) =>
      unwrap(api.POST('/api/chat/{id}/read', { params: { path: { id } }, body: { number } })),
    onSuccess: () => invalidate(cache, ['chat', 'list']),
  });
}

/** Others see for five seconds that somebody types. */
const TYPES_MS = 3_000;

/** Tells colleagues who have it open that the operator types. It matters to nobody if they do not hear it. */
export function useTells(id: string) {
  const told = useRef(0);
  return () => {
    if (Date.now() - told.current < TYPES_MS) return;
    told.current = Date.now();
    unwrap(api.POST('/api/chat/{id}/typing', { params: { path: { id } } })).catch(() => undefined);
  };
}

export interface Step {
  what: 'assign' | 'end' | 'handover' | 'release';
  reason: string;
  to?: string;
  take?: boolean;
}

/** What becomes of a conversation: whose it is, whether it goes on. */
export function useStep(id: string, onDone: () => void) {
  const cache = useQueryClient();
  const params = { path: { id } };
  return useMutation({
    mutationFn: ({ what, reason, to = '', take }: Step) => {
      if (what === 'assign')
        return unwrap(
          api.POST('/api/chat/{id}/assign', { params, body: { to, ...(take && { take }), ...(reason && { reason }) } }),
        );
      return unwrap(api.POST(`/api/chat/{id}/${what}`, { params, body: { reason } }));
    },
    onSuccess: onDone,
    onSettled: () => invalidate(cache, ['chat', 'list'], ['chat', 'one', id]),
  });
}

export const reply = (id: string, clientId: string, message: ChatLine['message']) =>
  unwrap(api.POST('/api/chat/{id}/reply', { params: { path: { id } }, body: { clientId, message } }));

/** The path that the server gave a file. A picture that every browser shows, and the server can't read, is redrawn. */
export async function upload(id: string, file: File): Promise<string> {
  const film = file.type.startsWith('video/');
  const post = async (content: Blob) => {
    const form = new FormData();
    form.append('file', content, file.name);
    const { path } = await unwrap(
      api.POST(`/api/chat/{id}/upload-${film ? 'video' : 'image'}`, {
        params: { path: { id } },
        body: { file: '' },
        bodySerializer: () => form,
      }),
    );
    return path;
  };
  if (film || file.type === 'image/gif') return post(file); // a redrawn gif would lose its animation
  const { sendOrRedraw } = await import('@/shared/lib/redrawn');
  return sendOrRedraw(file, 'FILE_NOT_SUPPORTED', post);
}
