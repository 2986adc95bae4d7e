import type { ReactNode } from 'react';
import { ShutContext } from '@/shared/hooks/use-shut';
import { useProtection } from './use-protection';

/** Tells whatever is on the page whether the member is shut out of play: buttons that take something in sleep then. */
export function TellsShut({ children }: { children: ReactNode }) {
  const { shut } = useProtection();
  return <ShutContext value={shut !== undefined}>{children}</ShutContext>;
}
