import { queryOptions } from '@tanstack/react-query';
import { toApiError } from '@/shared/api/client';
import { request } from '@/shared/api/request';
import { bearer } from '@/shared/session/session';

/** What a preview says of itself. It is no call of the members' contract: only this page meets it. */
export interface Preview {
  section: string;
  by: string;
  until: string;
}

export const previewQuery = queryOptions({
  queryKey: ['preview'],
  queryFn: async ({ signal }): Promise<Preview> => {
    const headers = { Authorization: `Bearer ${bearer()}` };
    const response = await request(new Request('/api/preview', { headers, signal }));
    if (!response.ok) throw toApiError(await response.json().catch(() => undefined), response.status);
    return response.json();
  },
  // It ends with its draft, too.
  refetchInterval: 30_000,
  retry: false,
});
