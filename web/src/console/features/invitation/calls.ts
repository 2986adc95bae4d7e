import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';

/** Who is invited. The secret is behind the # of the link, which no browser sends by itself. */
export const invitationQuery = (invitation: string) =>
  queryOptions({
    queryKey: ['invitation', invitation],
    queryFn: () => unwrap(api.POST('/api/signin/invitation', { body: { invitation } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const begin = (invitation: string) =>
  unwrap(api.POST('/api/signin/invitation/begin', { body: { invitation, way: 'password' } }));

export const finish = (body: { ticket: string; password: string; code: string }) =>
  unwrap(api.POST('/api/signin/invitation/finish', { body }));
