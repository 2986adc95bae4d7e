import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { protectionQuery } from './queries';
import { shutOf } from './rules';

/** The longest delay of a timer: about 24 days. */
const LONGEST_MS = 2 ** 31 - 1;
/** The polling interval while the games' money comes home. */
const COMING_HOME_MS = 10_000;

interface Options {
  /** The page shows whether money is coming home, so it is polled until it has arrived. */
  followsHome?: boolean;
  staleTime?: number;
}

/**
 * The member's limits, and whether it is shut out at this moment. When a break or an exclusion ends, the app opens
 * again by itself and asks the server.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: an end beyond the timer's reach is waited for again at each tick.
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
