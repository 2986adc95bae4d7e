import type { PlainKey } from '@/console/i18n/types';

/** What one person decides about a member at once. */
export interface MemberDecision {
  /** The call's id, by which `may` allows it. */
  call: string;
  path: `/api/member/{id}/${'unlock' | 'password' | 'signout' | 'break' | 'exclude' | 'deactivate' | 'reactivate' | 'close'}`;
  name: PlainKey;
  /** What happens then. */
  does: PlainKey;
  letter: string;
  danger?: boolean;
  /** It is for a number of these. */
  span?: { of: 'days' | 'months'; label: PlainKey; least: number; most: number };
}

/** In the order of their buttons: what helps comes before what shuts out. */
export const DECISIONS: readonly MemberDecision[] = [
  { call: 'unlockMember', path: '/api/member/{id}/unlock', name: 'act.unlock', does: 'act.unlock.does', letter: 'u' },
  {
    call: 'setMemberPassword',
    path: '/api/member/{id}/password',
    name: 'act.password',
    does: 'act.password.does',
    letter: 'o',
  },
  {
    call: 'signOutMember',
    path: '/api/member/{id}/signout',
    name: 'act.signOut',
    does: 'act.signOut.does',
    letter: 's',
  },
  {
    call: 'reactivateMember',
    path: '/api/member/{id}/reactivate',
    name: 'act.reactivate',
    does: 'act.reactivate.does',
    letter: 'r',
  },
  {
    call: 'breakMember',
    path: '/api/member/{id}/break',
    name: 'act.break',
    does: 'act.break.does',
    letter: 'b',
    span: { of: 'days', label: 'act.days', least: 1, most: 42 },
  },
  {
    call: 'excludeMember',
    path: '/api/member/{id}/exclude',
    name: 'act.exclude',
    does: 'act.exclude.does',
    letter: 'e',
    danger: true,
    span: { of: 'months', label: 'act.months', least: 6, most: 120 },
  },
  {
    call: 'deactivateMember',
    path: '/api/member/{id}/deactivate',
    name: 'act.deactivate',
    does: 'act.deactivate.does',
    letter: 'd',
    danger: true,
  },
  {
    call: 'closeMember',
    path: '/api/member/{id}/close',
    name: 'act.close',
    does: 'act.close.does',
    letter: 'x',
    danger: true,
  },
];
