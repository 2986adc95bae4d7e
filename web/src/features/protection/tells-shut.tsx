import { useLayoutEffect } from 'react';
import { tellShut } from '@/shared/hooks/use-shut';
import { useProtection } from './use-protection';

/** Tells whatever is on the page whether the member is shut out of play: buttons that take something in sleep then. */
export function TellsShut() {
  const shut = useProtection().shut !== undefined;
  useLayoutEffect(() => {
    tellShut(shut);
    return () => tellShut(false);
  }, [shut]);
  return null;
}
