import { ApiError } from '@/shared/api/error';
import { plainText } from './plain-text';

/** The number of digits of a code. */
export const CODE_LENGTH = 6;

/** API.md: one code per minute and number. */
export const RESEND_MS = 60_000;

/** When another code may be requested, after this refusal; undefined if the refusal does not say. */
export function resendAfter(failure: unknown): number | undefined {
  if (!(failure instanceof ApiError) || failure.status !== 429) return undefined;
  const seconds = Number(failure.params.seconds);
  return Date.now() + (seconds > 0 ? seconds * 1000 : RESEND_MS);
}

/** The code in a typed or pasted text: the only run of six digits in a whole message, otherwise all of its digits. */
export function codeIn(typed: string): string {
  const text = plainText(typed);
  const [code, another] = text.match(/\d+/g)?.filter((run) => run.length === CODE_LENGTH) ?? [];
  return code && !another ? code : text.replace(/\D/g, '');
}
