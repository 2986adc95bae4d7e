/** What the server answers when it says no: `{"message": CODE, "params"?: {...}}`. */
export interface ErrorBody {
  message: string;
  detail?: string;
  params?: Record<string, unknown>;
}

/** Codes of our own, for answers that never came. */
export const NETWORK = 'NETWORK';

export class ApiError extends Error {
  constructor(
    /** A code of the catalogue, or NETWORK when no answer came: then the effect is unknown. */
    readonly code: string,
    readonly status: number,
    readonly params: Record<string, unknown> = {},
    /** What the server's log calls this request; support can find it by that. */
    readonly requestId?: string,
  ) {
    super(code);
    this.name = 'ApiError';
  }
}

const LOGIN_REFUSALS = new Set(['WRONG_CREDENTIAL', 'INACTIVE_USER']);

/** The session is over (any 401 but a refused login, which says nothing about a session). */
export function endsSession(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401 && !LOGIN_REFUSALS.has(error.code);
}

/** The operator has closed the service. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 410 || error.code === 'gone');
}

/** What somebody outside refused for certain is no unknown outcome, although the status is a server's (API.md, Conventions: 502). */
const REFUSED_OUTSIDE = new Set(['TRANSFER_FAIL', 'SLOT_ACTIVATE_FAIL', 'SLOT_RESET_PASSWORD_FAIL', 'OTP_SEND_FAIL']);

/** No answer, or one that does not say whether the request took effect. The same request may be sent again with its key. */
export function isUnknownOutcome(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (REFUSED_OUTSIDE.has(error.code)) return false;
  return error.code === NETWORK || error.status >= 500 || error.code === 'IDEMPOTENCY_IN_PROGRESS';
}
