import { queryOptions } from '@tanstack/react-query';
import { reloadOnce } from './lazy-page';

/**
 * Loads a part's code as a query, like the server's answers. So a query's placeholder is shown meanwhile, and a failed
 * load can be retried (QueryState).
 */
export const codeQuery = <Module>(name: string, load: () => Promise<Module>) =>
  queryOptions({
    queryKey: ['code', name],
    queryFn: () => load().catch(reloadOnce),
    staleTime: Number.POSITIVE_INFINITY,
  });
