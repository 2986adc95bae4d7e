import { useQuery } from '@tanstack/react-query';
import { lazyPage } from '@/shared/lib/lazy-page';
import { protectionQuery } from './queries';
import { shutOf } from './rules';

const Banner = lazyPage(async () => ({ default: (await import('./guarded')).ShutPage }), 'member', 'protection');

/** How often it is asked whether the games' money has come home. */
const COMING_HOME_MS = 10_000;

/** On every page of a member that is shut out of play: until when, and what stays open. */
export function ShutBanner() {
  const { data } = useQuery({
    ...protectionQuery,
    refetchInterval: (query) => (query.state.data?.comingHome ? COMING_HOME_MS : false),
  });
  const shut = data && shutOf(data, new Date());
  return shut ? <Banner shut={shut} /> : null;
}
