import { api, unwrap } from '@/console/api/client';
import type { Decision, paths } from '@/console/api/contract';
import type { Call, Field } from '@/console/decision/call';

/** Deposit accounts wait two hours, all else half an hour; or longer, if the operator says so. */
export const FIELDS = { at: { kind: 'time', name: 'offer.at', optional: true } } as const satisfies Record<
  string,
  Field
>;

type Json<T> = { content: { 'application/json': T } };
type BodyOf<O> = O extends { requestBody: Json<infer B> } ? B : never;

/** Each has what it proposes beside what the form asks for. The type of the whole is the contract's. */
const withWhat = <B>(body: Decision, what: Omit<B, keyof Decision | 'at'>) => ({ ...body, ...what }) as B;

/** Proposes a former version of a section. */
export const returnCall = (version: number): Call => ({
  name: 'call.returnContent',
  does: 'offer.waits',
  letter: 'r',
  fields: FIELDS,
  send: (section, header, body) =>
    unwrap(
      api.POST('/api/content/{section}/roll-back', {
        params: { path: { section: String(section) }, header },
        body: withWhat<BodyOf<paths['/api/content/{section}/roll-back']['post']>>(body, { version }),
      }),
    ),
});

/** Proposes several sections together. */
export const documentCall = (document: Record<string, unknown>): Call => ({
  name: 'call.proposeContentDocument',
  does: 'offer.waits',
  letter: 'p',
  fields: FIELDS,
  send: (_, header, body) =>
    unwrap(
      api.PUT('/api/content-document', {
        params: { header },
        body: withWhat<BodyOf<paths['/api/content-document']['put']>>(body, { document }),
      }),
    ),
});

/** Closes one entry of a section at once. It is about the section and the entry's code. */
export const closeCall: Call = {
  name: 'call.closeContent',
  does: 'offer.closes',
  letter: 'x',
  danger: true,
  fields: {},
  send: (subject, header, body) => {
    const { section = '', code = '' } = typeof subject === 'string' ? {} : subject;
    return unwrap(
      api.POST('/api/content/{section}/close', {
        params: { path: { section }, header },
        body: withWhat<BodyOf<paths['/api/content/{section}/close']['post']>>(body, { code }),
      }),
    );
  },
};

export const choiceOf = (call: string) => ({ call, two: true, evidence: null });
