import { RESEND_MS } from '@/shared/lib/one-time-code';
import type { Otp } from './machine';
import { sendCode } from './queries';

/** Requests a code. `verified`: this number was confirmed a short while ago, and no SMS was sent. */
export async function requestCode(phone: string): Promise<{ otp: Otp; verified: boolean }> {
  const sent = await sendCode(phone);
  const otp = { ref: sent.otpRef, token: sent.otpToken, phone, resendAt: Date.now() + RESEND_MS };
  return { otp, verified: sent.code === 'OTP_VERIFIED' };
}
