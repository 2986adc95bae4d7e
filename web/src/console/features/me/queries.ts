import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import { currentLocale } from '@/console/i18n';
import { confirmed } from '@/console/kit/confirmation';
import { makePasskey } from '@/console/kit/passkey';
import { chosenTheme } from '@/console/kit/theme';

export const secretsQuery = queryOptions({
  queryKey: ['secret'],
  queryFn: () => unwrap(api.GET('/api/me/secret')),
});

export const sessionsQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => unwrap(api.GET('/api/me/session')),
});

/** The device makes a passkey once its owner has confirmed that it is to have one. */
export async function addPasskey(name: string) {
  const { ticket, options } = await confirmed((header) => unwrap(api.POST('/api/me/passkey', { params: { header } })));
  const credential = await makePasskey(options);
  return unwrap(api.POST('/api/me/passkey/finish', { body: { ticket, credential, name } }));
}

export const removePasskey = (id: string) =>
  confirmed((header) => unwrap(api.DELETE('/api/me/passkey/{id}', { params: { header, path: { id } } })));

export const setPassword = (password: string) =>
  confirmed((header) => unwrap(api.PUT('/api/me/password', { params: { header }, body: { password } })));

export const addTelephone = () => confirmed((header) => unwrap(api.POST('/api/me/totp', { params: { header } })));

export const finishTelephone = (body: { ticket: string; code: string }) =>
  unwrap(api.POST('/api/me/totp/finish', { body }));

export const renewCodes = () => confirmed((header) => unwrap(api.POST('/api/me/recovery', { params: { header } })));

/** Which machine shows a code. */
export const lookAtShell = (userCode: string) => unwrap(api.POST('/api/me/shell/look', { body: { userCode } }));

export const letShellIn = (userCode: string) =>
  confirmed((header) => unwrap(api.POST('/api/me/shell', { params: { header }, body: { userCode } })));

export const refuseShell = (userCode: string) => unwrap(api.POST('/api/me/shell/refuse', { body: { userCode } }));

/** The language and the theme stay as this browser has them. */
export const keepKinds = (kinds: string[]) =>
  unwrap(api.PUT('/api/me/preference', { body: { locale: currentLocale(), theme: chosenTheme(), kinds } }));

export const endSession = (id: string) => unwrap(api.DELETE('/api/me/session/{id}', { params: { path: { id } } }));
