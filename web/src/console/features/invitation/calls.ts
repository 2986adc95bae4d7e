import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import { makePasskey } from '@/console/kit/passkey';
import { ApiError } from '@/shared/api/error';

/** Who is invited. The secret is behind the # of the link, which no browser sends by itself. */
export const invitationQuery = (invitation: string) =>
  queryOptions({
    queryKey: ['invitation', invitation],
    queryFn: () => unwrap(api.POST('/api/signin/invitation', { body: { invitation } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The key of the telephone that is to show codes. */
export async function begin(invitation: string) {
  const { ticket, totp } = await unwrap(
    api.POST('/api/signin/invitation/begin', { body: { invitation, way: 'password' } }),
  );
  if (!totp) throw new ApiError('INTERNAL_SERVER_ERROR', 0);
  return { ticket, totp };
}

export const finish = (body: { ticket: string; password: string; code: string }) =>
  unwrap(api.POST('/api/signin/invitation/finish', { body }));

/** This device makes a passkey, in place of a password. */
export async function byPasskey({ invitation, name }: { invitation: string; name: string }) {
  const { ticket, options } = await unwrap(
    api.POST('/api/signin/invitation/begin', { body: { invitation, way: 'passkey' } }),
  );
  const credential = await makePasskey(options ?? {});
  return unwrap(api.POST('/api/signin/invitation/finish', { body: { ticket, credential, name } }));
}
