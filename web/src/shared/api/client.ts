import { currentLocale } from '@/shared/i18n';
import { deviceId } from '@/shared/session/identity';
import { bearer } from '@/shared/session/session';
import { withIdentity } from './confirm-identity';
import type { Answer, Method, Options, PathOf } from './contract';
import { ApiError, type ErrorBody, NETWORK } from './error';
import { request } from './request';
import { unchanged } from './unchanged';

interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The options may be left out if none of them is required. */
type Given<O> = object extends O ? [options?: O] : [options: O];

const caller =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(path: P, ...[options]: Given<Options<M, P>>): Promise<Outcome<Answer<M, P>>> =>
    call(method.toUpperCase(), path, options);

/**
 * The member API, as api/openapi.json describes it. It neither navigates nor shows anything: it throws ApiError through
 * `unwrap`.
 */
export const api = { GET: caller('get'), POST: caller('post'), PUT: caller('put'), DELETE: caller('delete') };

interface Parts {
  params?: { path?: object; query?: object; header?: object };
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  keepalive?: boolean;
}

async function call<T>(method: string, path: string, options: Parts = {}): Promise<Outcome<T>> {
  const { params, body, signal = null, headers, keepalive = false } = options;
  const token = bearer();
  const asked = new Request(address(path, params), {
    method,
    headers: {
      'X-Requested-With': 'wallet-user',
      'X-Device-Id': deviceId(),
      'Accept-Language': currentLocale(),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...params?.header,
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
    keepalive,
  });
  const known = unchanged(asked, body);
  const response = await withIdentity(asked, request).catch((error: unknown) => {
    // A query that nobody waits for any more was cancelled, not lost.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(NETWORK, 0);
  });
  if (response.status === 304 && known.answer) return { data: known.answer as T, response: new Response() };
  const answer: unknown = await response.json().catch(() => undefined);
  known.keep(response, answer);
  return response.ok ? { data: answer as T, response } : { error: answer, response };
}

function address(path: string, { path: places = {}, query = {} }: NonNullable<Parts['params']> = {}): URL {
  const named = new Map(Object.entries(places));
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(named.get(name)))),
    location.origin,
  );
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}

/** The answer's body, or an ApiError with the server's code. */
export async function unwrap<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data;
  throw toApiError(error, response.status, response.headers.get('Retry-After'), response.headers.get('X-Request-Id'));
}

/** `Retry-After` becomes the text's `seconds`, unless the body gives them itself. */
export function toApiError(
  body: unknown,
  status: number,
  retryAfter: string | null = null,
  requestId: string | null = null,
): ApiError {
  const id = requestId ?? undefined;
  const wait = retryAfter && /^\d+$/.test(retryAfter) ? { seconds: Number(retryAfter) } : {};
  if (isErrorBody(body)) return new ApiError(body.message, status, { ...wait, ...body.params }, id);
  // A proxy's page, or an empty answer: not one of ours.
  return new ApiError(status >= 500 || status < 400 ? 'INTERNAL_SERVER_ERROR' : 'INVALID_INPUT', status, {}, id);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && typeof (body as ErrorBody).message === 'string';
}
