import { api, unwrap } from '@/console/api/client';
import type { Adjustment, MemberFlag, paths } from '@/console/api/contract';
import { type Call, call } from '@/console/decision/call';

type NamesBody = paths['/api/member/{id}/name']['put']['requestBody']['content']['application/json'];
type LimitBody = paths['/api/member/{id}/limit']['put']['requestBody']['content']['application/json'];
type ExportBody = paths['/api/member/{id}/export']['post']['requestBody']['content']['application/json'];

const LIMITS = ['deposit', 'loss'] as const;
const PERIODS = ['day', 'week', 'month'] as const;
const FLAGS = ['watch', 'review', 'verified'] as const;

/** What one person decides about a member at once (OPERATOR-API.md, section 7): what helps comes before what shuts out. */
export const MEMBER_CALLS = {
  unlockMember: call('/api/member/{id}/unlock', {
    name: 'act.unlock',
    does: 'act.unlock.does',
    letter: 'u',
    fields: {},
  }),
  // It has no key: what is shown once is not kept for a repeated request.
  setMemberPassword: {
    name: 'act.password',
    does: 'act.password.does',
    letter: 'o',
    fields: {},
    send: (subject, header, body) =>
      unwrap(api.POST('/api/member/{id}/password', { params: { path: { id: String(subject) }, header }, body })),
  },
  signOutMember: call('/api/member/{id}/signout', {
    name: 'act.signOut',
    does: 'act.signOut.does',
    letter: 's',
    fields: {},
  }),
  reactivateMember: call('/api/member/{id}/reactivate', {
    name: 'act.reactivate',
    does: 'act.reactivate.does',
    letter: 'r',
    fields: {},
  }),
  breakMember: call('/api/member/{id}/break', {
    name: 'act.break',
    does: 'act.break.does',
    letter: 'b',
    fields: { days: { kind: 'count', name: 'act.days', bounds: { least: 1, most: 42 } } },
  }),
  excludeMember: call('/api/member/{id}/exclude', {
    name: 'act.exclude',
    does: 'act.exclude.does',
    letter: 'e',
    danger: true,
    fields: { months: { kind: 'count', name: 'act.months', bounds: { least: 6, most: 120 } } },
  }),
  flagMember: call('/api/member/{id}/flag', {
    name: 'act.flag',
    does: 'act.flag.does',
    letter: 'f',
    fields: {
      code: {
        kind: 'code',
        name: 'act.flag.kind',
        codes: FLAGS.map((value) => ({ value, name: `flag.${value}` as const })),
      },
    },
  }),
  // Two persons decide it, and its amount has a sign by its way.
  adjustMember: {
    name: 'act.adjust',
    does: 'act.adjust.does',
    letter: 'a',
    fields: {
      way: {
        kind: 'code',
        name: 'act.adjust.way',
        codes: [
          { value: 'give', name: 'act.adjust.give' },
          { value: 'take', name: 'act.adjust.take' },
        ],
      },
      amount: { kind: 'amount', name: 'field.amount' },
    },
    send: (member, header, body) =>
      unwrap(
        api.POST('/api/adjustment', { params: { header }, body: { ...body, member: String(member) } as Adjustment }),
      ),
  },
  renameMember: {
    name: 'act.rename',
    does: 'act.rename.does',
    letter: 'n',
    fields: {
      name: { kind: 'text', name: 'fact.name', longest: 200, optional: true },
      holder: { kind: 'text', name: 'fact.holder', longest: 200, optional: true },
    },
    send: (subject, header, body) =>
      unwrap(
        api.PUT('/api/member/{id}/name', {
          params: { path: { id: String(subject) }, header },
          body: body as NamesBody,
        }),
      ),
  },
  // One person tightens it, and two loosen it. An empty amount lifts it.
  limitMember: {
    name: 'act.limit',
    does: 'act.limit.does',
    letter: 'l',
    fields: {
      kind: {
        kind: 'code',
        name: 'act.limit.kind',
        codes: LIMITS.map((value) => ({ value, name: `act.limit.${value}` as const })),
      },
      period: {
        kind: 'code',
        name: 'act.limit.period',
        codes: PERIODS.map((value) => ({ value, name: `act.limit.${value}` as const })),
      },
      amount: { kind: 'amount', name: 'act.limit.amount', optional: true },
    },
    send: (subject, header, body) =>
      unwrap(
        api.PUT('/api/member/{id}/limit', {
          params: { path: { id: String(subject) }, header },
          body: { amount: null, ...body } as LimitBody,
        }),
      ),
  },
  deactivateMember: call('/api/member/{id}/deactivate', {
    name: 'act.deactivate',
    does: 'act.deactivate.does',
    letter: 'd',
    danger: true,
    fields: {},
  }),
  closeMember: call('/api/member/{id}/close', {
    name: 'act.close',
    does: 'act.close.does',
    letter: 'x',
    danger: true,
    fields: {},
  }),
  // It has no key, either: its answer is all that is known of a person.
  exportMember: {
    name: 'act.export',
    does: 'act.export.does',
    letter: 'p',
    fields: {
      language: {
        kind: 'code',
        name: 'act.export.language',
        codes: [
          { value: 'th', name: 'act.export.th' },
          { value: 'lo', name: 'act.export.lo' },
          { value: 'en', name: 'act.export.en' },
        ],
      },
    },
    send: (subject, header, body) =>
      unwrap(
        api.POST('/api/member/{id}/export', {
          params: { path: { id: String(subject) }, header },
          body: body as ExportBody,
        }),
      ),
  },
  eraseMember: call('/api/member/{id}/erase', {
    name: 'act.erase',
    does: 'act.erase.does',
    letter: 'z',
    danger: true,
    fields: {},
  }),
} satisfies Record<string, Call>;

/** What two persons decide, by the evidence that it needs. */
const BY_TWO: Readonly<Record<string, string>> = {
  eraseMember: 'consent',
  adjustMember: 'mistake',
  renameMember: 'papers',
};

/** What a decision asks for, where it is more than a reason. */
export const choiceOf = (one: keyof typeof MEMBER_CALLS) => ({
  call: one,
  two: one in BY_TWO,
  evidence: BY_TWO[one] ?? null,
});

/** Ends one of a member's sessions. */
export const END_SESSION: Call = {
  name: 'act.endSession',
  does: 'act.endSession.does',
  letter: '',
  danger: true,
  fields: {},
  send: (subject, header, body) =>
    unwrap(
      api.DELETE('/api/member/{id}/session/{session}', {
        params: { path: subject as { id: string; session: string }, header },
        body,
      }),
    ),
};

/** Ends one of a member's flags. */
export const END_FLAG: Call = {
  name: 'act.unflag',
  does: 'act.unflag.does',
  letter: '',
  danger: true,
  fields: {},
  send: (subject, header, body) =>
    unwrap(
      api.DELETE('/api/member/{id}/flag/{code}', {
        params: { path: subject as { id: string; code: MemberFlag['code'] }, header },
        body,
      }),
    ),
};

/** Ends a member's condition as if it had given it up. */
export const END_CONDITION: Call = call('/api/member/{id}/condition/{condition}/end', {
  name: 'act.endCondition',
  does: 'act.endCondition.does',
  letter: '',
  danger: true,
  fields: {},
});
