import { api, unwrap } from '@/shared/api/client';

/** Requests a code to reset a forgotten password. The answer is the same for a number that nobody registered. */
export const askForCode = (phoneNumber: string) => unwrap(api.POST('/api/account/forgot', { body: { phoneNumber } }));

export const resetPassword = (body: { phoneNumber: string; newPassword: string }, otpToken: string) =>
  unwrap(api.POST('/api/account/forgot/reset', { body, params: { header: { 'X-Otp-Token': otpToken } } }));

/** The login once more: with the proof that its code was typed, or to request another code. */
export const logInAgain = (body: { username: string; password: string; remember: boolean }, otpToken?: string) =>
  unwrap(api.POST('/api/login', { body, params: { header: otpToken ? { 'X-Otp-Token': otpToken } : {} } }));
