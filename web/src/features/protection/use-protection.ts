import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { protectionQuery } from './queries';
import { shutOf } from './rules';

/** The longest a timer can wait: about 24 days. */
const LONGEST_MS = 2 ** 31 - 1;
/** How often it is asked whether the games' money has come home. */
const COMING_HOME_MS = 10_000;

interface Options {
  /** The page shows whether money comes home, so it is asked about until it has. */
  followsHome?: boolean;
  staleTime?: number;
}

/**
 * The member's bounds, and whether play is shut at this moment. Where a break or an exclusion ends, what it shut opens by
 * itself, and the server is asked again.
 */
export function useProtection({ followsHome = false, ...options }: Options = {}) {
  const { data, isLoading, refetch } = useQuery({
    ...protectionQuery,
    ...options,
    refetchInterval: (query) => (followsHome && query.state.data?.comingHome ? COMING_HOME_MS : false),
  });
  const [tick, look] = useReducer((n: number) => n + 1, 0);
  const shut = data && shutOf(data, new Date());
  const end = shut?.until.getTime();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an end that is further away than a timer reaches is waited for again with each tick.
  useEffect(() => {
    if (end === undefined) return;
    const timer = setTimeout(
      () => {
        look();
        if (Date.now() >= end) void refetch({ cancelRefetch: false });
      },
      Math.min(end - Date.now(), LONGEST_MS),
    );
    return () => clearTimeout(timer);
  }, [end, tick, refetch]);
  return { data, isLoading, shut };
}
