import { useQuery } from '@tanstack/react-query';
import { lazyPage } from '@/shared/lib/lazy-page';
import { protectionQuery } from './queries';
import { shutOf } from './rules';

const Banner = lazyPage(async () => ({ default: (await import('./guarded')).ShutPage }), 'member', 'protection');

/** On every page of a member that is shut out of play: until when, and what stays open. */
export function ShutBanner() {
  const { data } = useQuery(protectionQuery);
  const shut = data && shutOf(data, new Date());
  return shut ? <Banner shut={shut} /> : null;
}
