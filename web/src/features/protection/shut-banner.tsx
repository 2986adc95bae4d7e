import { type ReactNode, useEffect } from 'react';
import { lazyPage } from '@/shared/lib/lazy-page';
import { KEYS, kept } from '@/shared/session/storage';
import { useProtection } from './use-protection';

const Banner = lazyPage(async () => ({ default: (await import('./guarded')).ShutPage }), 'member', 'protection');

interface Props {
  /** The page's placeholder while it waits. */
  waiting: ReactNode;
  children: ReactNode;
}

/**
 * Shown on every page of a member that is shut out: until when, and what is still possible. If it was shown at the last
 * visit, the page waits for it: a later banner would push the page down.
 */
export function BelowShutBanner({ waiting, children }: Props) {
  const { data, isLoading, shut } = useProtection({ followsHome: true });
  const stands = data && Boolean(shut);
  useEffect(() => {
    if (stands !== undefined) kept.set(KEYS.shut, String(stands));
  }, [stands]);
  if (isLoading && kept.get(KEYS.shut) === 'true') return waiting;
  return (
    <>
      {shut && <Banner shut={shut} />}
      {children}
    </>
  );
}
