import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ShutContext } from '@/shared/hooks/use-shut';
import { protectionQuery } from './queries';
import { shutOf } from './rules';

/** Tells whatever is on the page whether the member is shut out of play: buttons that take something in sleep then. */
export function TellsShut({ children }: { children: ReactNode }) {
  const { data } = useQuery(protectionQuery);
  return <ShutContext value={data !== undefined && shutOf(data, new Date()) !== undefined}>{children}</ShutContext>;
}
