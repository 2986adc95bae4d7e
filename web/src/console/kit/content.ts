import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import { again } from '@/console/live/again';

/** Another operator may change it meanwhile. */
const AGAIN_MS = 15_000;

/** One section of the content, as it is in force. */
export const sectionQuery = (section: string) =>
  queryOptions({
    queryKey: ['content', 'one', section],
    queryFn: () => unwrap(api.GET('/api/content/{section}', { params: { path: { section } } })),
    refetchInterval: again(AGAIN_MS),
  });
