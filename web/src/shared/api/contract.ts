/** The contract's types of a call: its parameters and its answer. */
import type { paths } from './wire';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that have this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P][M & keyof paths[P]];

type Parameters<O> = O extends { parameters: infer All } ? Pick<All, keyof All & ('path' | 'query' | 'header')> : never;

/** Parameters in the path can't be left out. */
type WithParameters<O> = O extends { parameters: { path: object } }
  ? { params: Parameters<O> }
  : { params?: Parameters<O> };

type WithBody<O> = O extends { requestBody: { content: { 'application/json': infer Body } } } ? { body: Body } : object;

export type Options<M extends Method, P extends PathOf<M>> = WithParameters<Operation<M, P>> &
  WithBody<Operation<M, P>> & { signal?: AbortSignal; headers?: Record<string, string>; keepalive?: boolean };

type Json<R> = R extends { content: { 'application/json': infer J } } ? J : never;

/** The body of a successful answer. */
export type Answer<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer R } ? Json<R[keyof R & (200 | 201)]> : never;
