import { api, unwrap } from '@/console/api/client';
import type { Decision, paths } from '@/console/api/contract';
import { type Call, call, type Field } from '@/console/decision/call';

const ROLES: Field = {
  kind: 'code',
  name: 'staff.role',
  codes: [
    { value: 'support', name: 'role.support' },
    { value: 'cashier', name: 'role.cashier' },
    { value: 'chief', name: 'role.chief' },
    { value: 'auditor', name: 'role.auditor' },
  ],
};
const MEMBER: Field = { kind: 'text', name: 'staff.member', optional: true, longest: 32 };

const SUBJECT: Field = { kind: 'text', name: 'staff.subject', optional: true, longest: 255 };

type NewBody = paths['/api/operator']['post']['requestBody']['content']['application/json'];
type RoleBody = paths['/api/operator/{name}/role']['put']['requestBody']['content']['application/json'];
type MemberBody = paths['/api/operator/{name}/member']['put']['requestBody']['content']['application/json'];

type SubjectBody = paths['/api/operator/{name}/oidc']['put']['requestBody']['content']['application/json'];

/** Whom a newcomer is at the provider is a part of its own in the contract; left empty, it is nobody there. */
const newOf = ({ subject, ...body }: Decision & { subject?: string }) =>
  ({ ...body, ...(subject && { oidc: { subject } }) }) as NewBody;

/** The field that is left empty is sent: the operator does not sign in by the provider any more. */
const subjectOf = (body: Decision): SubjectBody => ({ subject: '', ...body });

/** The field that is left empty is sent: the operator has no account any more. */
const ownOf = (body: Decision): MemberBody => ({ member: '', ...body });

/** The decisions about operators (OPERATOR-API.md, section 13). */
export const STAFF_CALLS = {
  addOperator: {
    name: 'staff.add',
    does: 'staff.addLead',
    letter: 'n',
    fields: {
      name: { kind: 'text', name: 'signin.name', longest: 32 },
      role: ROLES,
      member: MEMBER,
      subject: SUBJECT,
    },
    send: (_, header, body) => unwrap(api.POST('/api/operator', { params: { header }, body: newOf(body) })),
  },
  putOperatorRole: {
    name: 'staff.changeRole',
    letter: 'r',
    fields: { role: ROLES },
    send: (subject, header, body) =>
      unwrap(
        api.PUT('/api/operator/{name}/role', {
          params: { path: { name: String(subject) }, header },
          body: body as RoleBody,
        }),
      ),
  },
  putOperatorMember: {
    name: 'staff.changeMember',
    letter: 'm',
    fields: { member: MEMBER },
    send: (subject, header, body) =>
      unwrap(
        api.PUT('/api/operator/{name}/member', {
          params: { path: { name: String(subject) }, header },
          body: ownOf(body),
        }),
      ),
  },
  putOperatorOidc: {
    name: 'staff.changeSubject',
    letter: 'o',
    fields: { subject: SUBJECT },
    send: (subject, header, body) =>
      unwrap(
        api.PUT('/api/operator/{name}/oidc', {
          params: { path: { name: String(subject) }, header },
          body: subjectOf(body),
        }),
      ),
  },
  disableOperator: call('/api/operator/{name}/disable', {
    name: 'staff.disable',
    letter: 'd',
    danger: true,
    fields: {},
  }),
} satisfies Record<string, Call>;

/** What one person decides about a system's token. */
export const END_TOKEN: Call = call('/api/token/{id}/end', {
  name: 'token.end',
  does: 'token.endLead',
  letter: 'd',
  danger: true,
  fields: {},
});

/** What takes two persons; a role that may less takes one, as the answer says. */
const TWO = ['putOperatorRole', 'putOperatorMember', 'putOperatorOidc'];

export const choicesOf = (may: readonly string[]) =>
  may.filter((one) => one in STAFF_CALLS).map((one) => ({ call: one, two: TWO.includes(one), evidence: null }));
