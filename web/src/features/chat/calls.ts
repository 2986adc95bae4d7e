import { MutationObserver, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';
import { sessionToken } from '@/shared/session/session';
import { PAGE } from './rules';
import type { Calls, Owner } from './talk';

const configQuery = queryOptions({
  queryKey: ['chat', 'config'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/chat/config', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The requests of one conversation. They use the query client, so an expired session ends here too. */
export function callsOf(owner: Owner, cache: QueryClient): Calls {
  const { userId, guestId, username, name } = owner;
  const run = <T>(mutationFn: () => Promise<T>, meta = {}) =>
    new MutationObserver(cache, { mutationFn, gcTime: 0, meta }).mutate();
  return {
    prefix: async () => (await cache.fetchQuery(configQuery)).PREFIX,
    history: (skip) =>
      run(() => unwrap(api.POST('/api/chat/history', { body: { userId, guestId, limit: PAGE, skip } }))),
    read: () => run(() => unwrap(api.PUT('/api/chat/read-customer/', { body: { userId, guestId } }))),
    send: (clientId, message) =>
      run(() =>
        unwrap(
          api.POST('/api/chat/send-message', {
            body: { clientId, sender: 'customer', message, userId, guestId, username, name, deviceToken: '' },
          }),
        ),
      ),
    upload: async (kind, file, signal, onProgress) => {
      const fields: Record<string, string> = userId ? { userId } : { guestId: guestId ?? '' };
      const post = async (content: Blob) => {
        const { upload } = await import('@/shared/api/upload');
        return upload<{ path: string }>(`/api/chat/upload-${kind}`, content, file.name, { fields, signal, onProgress });
      };
      const still = kind === 'image' && !/gif/i.test(file.type || file.name); // a redrawn gif would lose its animation
      const send = async () => {
        if (!still) return post(file);
        const { sendOrRedraw } = await import('@/shared/lib/redrawn');
        return sendOrRedraw(file, 'FILE_NOT_SUPPORTED', post);
      };
      return (await run(send, { upload: true })).path;
    },
    connect: async () => (await import('@/shared/api/socket')).openSocket(userId ? sessionToken() : null, false),
  };
}
