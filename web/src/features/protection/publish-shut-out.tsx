import { useLayoutEffect } from 'react';
import { setShutOut } from '@/shared/hooks/use-shut-out';
import { useProtection } from './use-protection';

/** Publishes whether the member is shut out, so that buttons that start play are disabled. */
export function PublishShutOut() {
  const shut = useProtection().shut !== undefined;
  useLayoutEffect(() => {
    setShutOut(shut);
    return () => setShutOut(false);
  }, [shut]);
  return null;
}
