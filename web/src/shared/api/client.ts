import createClient from 'openapi-fetch';
import { currentLocale } from '@/shared/i18n';
import { deviceId } from '@/shared/session/identity';
import { sessionToken } from '@/shared/session/session';
import { withIdentity } from './confirm-identity';
import { ApiError, type ErrorBody, NETWORK } from './error';
import { request } from './request';
import type { paths } from './wire';

/** The typed client of the member API. It neither navigates nor shows anything: it throws ApiError through `unwrap`. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  headers: { 'X-Requested-With': 'wallet-user' },
  fetch: (input) => withIdentity(input, request),
});

api.use({
  onRequest({ request: outgoing }) {
    const token = sessionToken();
    if (token) outgoing.headers.set('Authorization', `Bearer ${token}`);
    outgoing.headers.set('X-Device-Id', deviceId());
    outgoing.headers.set('Accept-Language', currentLocale());
    return outgoing;
  },
  onError({ error }) {
    // A query that nobody waits for any more was cancelled, not lost.
    if (error instanceof DOMException && error.name === 'AbortError') return error;
    return new ApiError(NETWORK, 0);
  },
});

interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer's body, or an ApiError with the server's code. */
export async function unwrap<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data;
  throw toApiError(error, response.status, response.headers.get('Retry-After'), response.headers.get('X-Request-Id'));
}

/** `Retry-After` becomes the text's `seconds`, unless the body names them itself. */
export function toApiError(
  body: unknown,
  status: number,
  retryAfter: string | null = null,
  requestId: string | null = null,
): ApiError {
  const id = requestId ?? undefined;
  const wait = retryAfter && /^\d+$/.test(retryAfter) ? { seconds: Number(retryAfter) } : {};
  if (isErrorBody(body)) return new ApiError(body.message, status, { ...wait, ...body.params }, id);
  // A proxy's page, or an empty answer: nothing of ours.
  return new ApiError(status >= 500 || status < 400 ? 'INTERNAL_SERVER_ERROR' : 'INVALID_INPUT', status, {}, id);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && typeof (body as ErrorBody).message === 'string';
}
