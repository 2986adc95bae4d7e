import { type ReactNode, useEffect } from 'react';
import { lazyPage } from '@/shared/lib/lazy-page';
import { KEYS, kept } from '@/shared/session/storage';
import { useProtection } from './use-protection';

const Banner = lazyPage(async () => ({ default: (await import('./guarded')).ShutPage }), 'member', 'protection');

interface Props {
  /** What stands for the page while it waits. */
  waiting: ReactNode;
  children: ReactNode;
}

/**
 * On every page of a member that is shut out of play: until when, and what stays open. Where it stood the last time the
 * page waits for it: it would come later and push the page down.
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
