import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';

/** A house has at most some dozens of operators. */
const ALL = 200;

/** All operators of the house. */
export const staffQuery = queryOptions({
  queryKey: ['operator', 'list'],
  queryFn: () => unwrap(api.GET('/api/operator', { params: { query: { limit: ALL } } })),
});
