import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';

/** While a store is in quarantine, its rows are being booked and colleagues decide; else it is asked for the banner alone. */
const AGAIN_MS = 10_000;
const QUIET_MS = 120_000;

export const quarantineQuery = queryOptions({
  queryKey: ['quarantine'],
  queryFn: () => unwrap(api.GET('/api/quarantine')),
  refetchInterval: ({ state }) => (state.data?.open ? AGAIN_MS : QUIET_MS),
});
