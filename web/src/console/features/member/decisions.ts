import { api, unwrap } from '@/console/api/client';
import type { Decision, Outcome } from '@/console/api/contract';
import type { PlainKey } from '@/console/i18n/types';

/** What one person decides about a member at once. */
export interface MemberDecision {
  /** The call's id, by which `may` allows it. */
  call: string;
  name: PlainKey;
  /** What happens then. */
  does: PlainKey;
  danger?: boolean;
  /** It is for a number of these. */
  span?: { of: 'days' | 'months'; label: PlainKey; least: number; most: number };
  /** Of what of the member's it is. */
  of?: string;
  send(id: string, header: { 'Idempotency-Key': string }, body: Decision): Promise<Outcome>;
}

type Step = 'unlock' | 'password' | 'signout' | 'break' | 'exclude' | 'deactivate' | 'reactivate' | 'close';

/** Every call takes the body of all. Those with a span need it, and the dialog has asked for it. */
const post =
  (step: Step): MemberDecision['send'] =>
  (id, header, body) =>
    unwrap(api.POST(`/api/member/{id}/${step}`, { params: { path: { id }, header }, body: body as never }));

/** Ends one of a member's sessions. */
export const endSession = (session: string): MemberDecision => ({
  call: 'endMemberSession',
  name: 'act.endSession',
  does: 'act.endSession.does',
  of: session,
  send: (id, header, body) =>
    unwrap(api.DELETE('/api/member/{id}/session/{session}', { params: { path: { id, session }, header }, body })),
});

/** In the order of their buttons: what helps comes before what shuts out. Each has its key. */
export const DECISIONS: readonly (MemberDecision & { letter: string })[] = [
  { call: 'unlockMember', send: post('unlock'), name: 'act.unlock', does: 'act.unlock.does', letter: 'u' },
  {
    call: 'setMemberPassword',
    send: post('password'),
    name: 'act.password',
    does: 'act.password.does',
    letter: 'o',
  },
  {
    call: 'signOutMember',
    send: post('signout'),
    name: 'act.signOut',
    does: 'act.signOut.does',
    letter: 's',
  },
  {
    call: 'reactivateMember',
    send: post('reactivate'),
    name: 'act.reactivate',
    does: 'act.reactivate.does',
    letter: 'r',
  },
  {
    call: 'breakMember',
    send: post('break'),
    name: 'act.break',
    does: 'act.break.does',
    letter: 'b',
    span: { of: 'days', label: 'act.days', least: 1, most: 42 },
  },
  {
    call: 'excludeMember',
    send: post('exclude'),
    name: 'act.exclude',
    does: 'act.exclude.does',
    letter: 'e',
    danger: true,
    span: { of: 'months', label: 'act.months', least: 6, most: 120 },
  },
  {
    call: 'deactivateMember',
    send: post('deactivate'),
    name: 'act.deactivate',
    does: 'act.deactivate.does',
    letter: 'd',
    danger: true,
  },
  {
    call: 'closeMember',
    send: post('close'),
    name: 'act.close',
    does: 'act.close.does',
    letter: 'x',
    danger: true,
  },
];
