/** The body of a refusal: `{"message": CODE, "params"?: {...}}`. */
export interface ErrorBody {
  message: string;
  detail?: string;
  params?: Record<string, unknown>;
}

/** Codes of our own, for answers that never came. */
export const NETWORK = 'NETWORK';

export class ApiError extends Error {
  constructor(
    /** A code of the catalogue, or NETWORK if no answer came: then the effect is unknown. */
    readonly code: string,
    readonly status: number,
    readonly params: Record<string, unknown> = {},
    /** The request's id in the server's log, by which support can find it. */
    readonly requestId?: string,
  ) {
    super(code);
    this.name = 'ApiError';
  }
}

const LOGIN_REFUSALS = new Set(['WRONG_CREDENTIAL', 'INACTIVE_USER']);

/** Reports whether the session is over: any 401 except a refused login, which says nothing about a session. */
export function endsSession(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401 && !LOGIN_REFUSALS.has(error.code);
}

/** Reports whether the operator has terminated the service. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 410 || error.code === 'gone');
}
