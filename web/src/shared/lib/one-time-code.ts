import { ApiError } from '@/shared/api/error';
import { plainText } from './plain-text';

/** How many digits a code has. */
export const CODE_LENGTH = 6;

/** API.md: one code per minute and number. */
export const RESEND_MS = 60_000;

/** From when on another code may be asked for, after this refusal; undefined where it says nothing of that. */
export function resendAfter(failure: unknown): number | undefined {
  if (!(failure instanceof ApiError) || failure.status !== 429) return undefined;
  const seconds = Number(failure.params.seconds);
  return Date.now() + (seconds > 0 ? seconds * 1000 : RESEND_MS);
}

/** The code in what was typed or pasted: the one run of six digits in a whole message, else all digits that there are. */
export function codeIn(typed: string): string {
  const text = plainText(typed);
  const [code, another] = text.match(/\d+/g)?.filter((run) => run.length === CODE_LENGTH) ?? [];
  return code && !another ? code : text.replace(/\D/g, '');
}
