import { useLayoutEffect } from 'react';
import { tellShut } from '@/shared/hooks/use-shut';
import { useProtection } from './use-protection';

/** Publishes whether the member is shut out, so that buttons that start play are disabled. */
export function TellsShut() {
  const shut = useProtection().shut !== undefined;
  useLayoutEffect(() => {
    tellShut(shut);
    return () => tellShut(false);
  }, [shut]);
  return null;
}
