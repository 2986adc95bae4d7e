import { HttpResponse, http, type PathParams } from 'msw';
import type { paths } from '@/console/api/contract';
import type { ErrorBody } from '@/shared/api/error';

type Method = 'get' | 'post' | 'put' | 'delete';
type PathsWith<M extends Method> = { [P in keyof paths]: M extends keyof paths[P] ? P : never }[keyof paths];
type Operation<M extends Method, P extends keyof paths> = M extends keyof paths[P] ? paths[P][M] : never;
type ReplyOf<O> = O extends { responses: { 200: { content: { 'application/json': infer J } } } } ? J : never;
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined;

interface Asked<Body> {
  body: Body;
  params: PathParams;
  request: Request;
  query: URLSearchParams;
}

/** An MSW handler with the contract's types for path, body and answer. Throw `refuse(...)` for a refusal. */
export function on<M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  answer: (asked: Asked<BodyOf<Operation<M, P>>>) => ReplyOf<Operation<M, P>> | Promise<ReplyOf<Operation<M, P>>>,
) {
  return http[method](`*${path.replace(/\{(\w+)\}/g, ':$1')}`, async ({ request, params }) => {
    if (request.headers.get('X-Requested-With') !== 'krapao-operator')
      return HttpResponse.json({ message: 'KEY_MISSING' }, { status: 400 });
    try {
      const text = await request.clone().text();
      const body = text ? JSON.parse(text) : undefined;
      const query = new URL(request.url).searchParams;
      return HttpResponse.json((await answer({ body, params, request, query })) as never);
    } catch (error) {
      if (error instanceof Refusal) return HttpResponse.json(error.body as never, { status: error.status });
      throw error;
    }
  });
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

/** The server's refusal: `throw refuse(409, 'CLAIMED', { by: 'malee.k' })`. */
export const refuse = (status: number, message: string, params?: Record<string, unknown>) =>
  new Refusal(status, { message, ...(params && { params }) });
