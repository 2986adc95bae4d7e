import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';

export const viewsQuery = queryOptions({
  queryKey: ['view'],
  queryFn: () => unwrap(api.GET('/api/me/view')),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What a list is called among the kept filters; undefined: it is of one thing alone, and nobody keeps a filter of it. */
export function listOf(path: string): string | undefined {
  const list = path.replace(/^\/api\//, '').replaceAll('/', '-');
  return /^[a-z][a-z-]{0,31}$/.test(list) ? list : undefined;
}

interface Kept {
  list: string;
  name: string;
}

export const keepView = ({ list, name, query }: Kept & { query: string }) =>
  unwrap(api.PUT('/api/me/view/{list}/{name}', { params: { path: { list, name } }, body: { query } }));

export const dropView = ({ list, name }: Kept) =>
  unwrap(api.DELETE('/api/me/view/{list}/{name}', { params: { path: { list, name } } }));
