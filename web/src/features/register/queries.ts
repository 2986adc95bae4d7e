import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';
import type { Registration } from '@/shared/api/wire';

export const otpNeededQuery = queryOptions({
  queryKey: ['lookup', 'registerOTP'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/registerOTP', { signal })),
});

export const banksQuery = queryOptions({
  queryKey: ['lookup', 'banks'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/banks', { signal })),
  staleTime: 600_000,
});

export const sourcesQuery = queryOptions({
  queryKey: ['lookup', 'sources'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/sources', { signal })),
  staleTime: 600_000,
});

export const sendCode = (phoneNumber: string) => unwrap(api.POST('/api/otp/send', { body: { phoneNumber } }));

export const confirmCode = (body: { otpToken: string; otpCode: string }) =>
  unwrap(api.POST('/api/otp/verify', { body }));

/** Names the confirmed number; without it, the cookie of the confirmation does. */
const proof = (otpToken: string | undefined) => (otpToken ? { params: { header: { 'X-Otp-Token': otpToken } } } : {});

export const validate = (body: Registration, otpToken: string | undefined) =>
  unwrap(api.POST('/api/account/validate', { body, ...proof(otpToken) }));

export const register = (body: Registration, otpToken: string | undefined) =>
  unwrap(api.POST('/api/account', { body, ...proof(otpToken) }));
