import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Way } from '@/console/api/contract';
import { askPasskey } from '@/console/kit/passkey';
import { ApiError } from '@/shared/api/error';
import { invalidate } from '@/shared/api/invalidate';

/** The second step of a sign-in by password. Its ticket is all that the page keeps of the first. */
export interface Second {
  ticket: string;
  ways: Way[];
}

/** The server answers every name and password alike: with a ticket for the second step. */
export async function firstStep(body: { name: string; password: string }): Promise<Second> {
  try {
    await unwrap(api.POST('/api/signin/password', { body }));
  } catch (error) {
    const second = error instanceof ApiError && error.code === 'SECOND_FACTOR' ? error.params : undefined;
    if (typeof second?.ticket === 'string') return { ticket: second.ticket, ways: (second.ways as Way[]) ?? ['totp'] };
    throw error;
  }
  throw new ApiError('INVALID_INPUT', 0);
}

/** A call that signs in. Then the console asks who it is, and the address leads on. */
export function useSignIn<Given>(call: (given: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => invalidate(client, ['me']),
  });
}

export const secondStep = (body: { ticket: string; way: 'totp' | 'recovery'; code: string }) =>
  unwrap(api.POST('/api/signin/second', { body }));

/** Whoever holds the passkey is known by it: no name is typed. */
export async function byPasskey() {
  const { ticket, options } = await unwrap(api.POST('/api/signin/passkey'));
  const credential = await askPasskey(options);
  return unwrap(api.POST('/api/signin/passkey/finish', { body: { ticket, credential } }));
}

export const asDemo = (name: string) => unwrap(api.POST('/api/signin/demo', { body: { name } }));

/** Leaves for the house's own sign-in; it comes back signed in, or to /signin?error=CODE. */
export async function leaveForOidc(): Promise<void> {
  const { url } = await unwrap(api.POST('/api/signin/oidc'));
  location.assign(url);
}
