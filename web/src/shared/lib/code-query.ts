import { queryOptions } from '@tanstack/react-query';
import { reloadOnce } from './lazy-page';

/**
 * A part's code, asked for like the server's answers: a query's skeleton stands for it, and one that failed is asked for
 * again (QueryState).
 */
export const codeQuery = <Module>(name: string, load: () => Promise<Module>) =>
  queryOptions({
    queryKey: ['code', name],
    queryFn: () => load().catch(reloadOnce),
    staleTime: Number.POSITIVE_INFINITY,
  });
