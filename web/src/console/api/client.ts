import createClient from 'openapi-fetch';
import { ApiError, type ErrorBody, NETWORK } from '@/shared/api/error';
import { request } from '@/shared/api/request';
import { unchanged } from '@/shared/api/unchanged';
import { isAttended } from './attended';
import type { paths } from './contract';

/**
 * The operator API, on the listener that the console came from. The session is a cookie that no script can read, so a
 * call carries no token.
 */
export const api = createClient<paths, 'application/json'>({
  baseUrl: location.origin,
  headers: { 'X-Requested-With': 'krapao-operator' },
  fetch: ask,
});

const JSON_TYPE = { 'Content-Type': 'application/json' };

async function ask(input: Request): Promise<Response> {
  if (!isAttended()) input.headers.set('X-Unattended', '1');
  const memory = unchanged(input, undefined);
  try {
    const answer = await request(input);
    // Whatever has an ETag is text, and is asked again and again: what has not changed costs a few bytes.
    if (answer.status === 304 && typeof memory.answer === 'string')
      return new Response(memory.answer, { headers: JSON_TYPE });
    if (answer.headers.has('ETag')) memory.keep(answer, await answer.clone().text());
    return answer;
  } catch (error) {
    // A query that nobody waits for any more was cancelled, not lost.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(NETWORK, 0);
  }
}

/** The answer's body, or an ApiError with the server's code. */
export async function unwrap<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call.catch((failure: unknown) => {
    // A proxy's page in place of JSON: the outcome is unknown.
    throw failure instanceof SyntaxError ? new ApiError(NETWORK, 0) : failure;
  });
  if (response.ok && data !== undefined) return data;
  throw refusal(error, response);
}

export function refusal(body: unknown, { status, headers }: Response): ApiError {
  const id = headers.get('X-Request-Id') ?? undefined;
  const after = headers.get('Retry-After');
  const wait = after && /^\d+$/.test(after) ? { seconds: Number(after) } : {};
  if (isRefusal(body)) return new ApiError(body.message, status, { ...wait, ...body.params }, id);
  return new ApiError(status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'INVALID_INPUT', status, wait, id);
}

function isRefusal(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && typeof (body as ErrorBody).message === 'string';
}
