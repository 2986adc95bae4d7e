import { ApiError, NETWORK } from './error';

/** Definitive rejections by an outside system: the status is 502 (API.md, Conventions), but nothing was moved. */
const REFUSED_OUTSIDE = new Set(['TRANSFER_FAIL', 'SLOT_ACTIVATE_FAIL', 'SLOT_RESET_PASSWORD_FAIL', 'OTP_SEND_FAIL']);

/**
 * Reports whether no answer came, or one that leaves it unknown whether the request took effect. The same request may
 * be sent again with its key.
 */
export function isUnknownOutcome(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (REFUSED_OUTSIDE.has(error.code)) return false;
  return error.code === NETWORK || error.status >= 500 || error.code === 'IDEMPOTENCY_IN_PROGRESS';
}
