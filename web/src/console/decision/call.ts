import { api, unwrap } from '@/console/api/client';
import type { Decision, Outcome, paths } from '@/console/api/contract';
import type { PlainKey } from '@/console/i18n/types';

interface Json<T> {
  content: { 'application/json': T };
}

/** The paths whose POST decides: with a reason, under a key, answered by an outcome. */
type DecidingPath = {
  [P in keyof paths]: paths[P] extends {
    post: {
      parameters: { header: { 'Idempotency-Key': string } };
      requestBody: Json<Decision>;
      responses: { 200: Json<Outcome> };
    };
  }
    ? P
    : never;
}[keyof paths];

type BodyOf<P extends DecidingPath> = paths[P]['post']['requestBody']['content']['application/json'];

/** What a call asks for besides the reason. A field that the contract adds has to be declared, or this does not build. */
type FieldsOf<P extends DecidingPath> = { [Name in Exclude<keyof BodyOf<P>, keyof Decision>]-?: Field };

/** How a field is asked for, and read. */
export interface Field {
  kind: 'text' | 'amount' | 'count' | 'time' | 'code' | 'file';
  name: PlainKey;
  /** It may be left empty, and is not sent then. */
  optional?: boolean;
  /** Of a code: the values that there are, each with its text, or with a name of the house's own. */
  codes?: readonly ({ value: string; name: PlainKey } | { value: string; label: string })[];
  /** In characters; of a file, in bytes. */
  longest?: number;
  /** Of a count: the bounds that it is within. It begins with the lower one. */
  bounds?: Bounds;
}

export type Bounds = { least: number; most: number };

/** How a decision looks: its name, the key that begins it, and what it asks for. */
interface Look<P extends DecidingPath> {
  name: PlainKey;
  does?: PlainKey;
  letter: string;
  danger?: boolean;
  fields: FieldsOf<P>;
}

interface Proof {
  'Idempotency-Key': string;
  'X-Confirmation'?: string;
}

/** What a decision is about: the value of the path's only parameter, or each by its name. */
export type Subject = string | Readonly<Record<string, string>>;

/** One decision that an operator may take, by its call. */
export interface Call {
  name: PlainKey;
  /** What happens then, where the name does not say it. */
  does?: PlainKey;
  letter: string;
  danger?: boolean;
  fields: Readonly<Record<string, Field>>;
  send(subject: Subject, proof: Proof, body: Decision): Promise<Outcome>;
}

/** Decisions by the ids of their calls, as `choices` and `may` name them. */
export type Calls = Readonly<Record<string, Call>>;

/** One line of such a table. Path and fields are checked against the contract. */
export function call<P extends DecidingPath>(path: P, look: Look<P>): Call {
  return { ...look, send: (subject, proof, body) => post(path, subject, proof, body) };
}

const PARAMETER = /\{(\w+)\}/g;

function post(path: DecidingPath, subject: Subject, header: Proof, body: Decision): Promise<Outcome> {
  const named =
    typeof subject === 'string'
      ? Object.fromEntries(Array.from(path.matchAll(PARAMETER), ([, name]) => [name, subject]))
      : subject;
  // The table is checked where it is written; here the path is any of its lines.
  const send = api.POST as unknown as (path: string, init: unknown) => ReturnType<typeof api.POST>;
  return unwrap(send(path, { params: { path: named, header }, body })) as Promise<Outcome>;
}
