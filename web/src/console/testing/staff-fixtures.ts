import type { AuditRow, OperatorDetail, SystemToken, Way } from '@/console/api/contract';
import { ago, ahead } from './fixtures';
import { on, refuse } from './server';

const person = (name: string, role: OperatorDetail['role'], changes: Partial<OperatorDetail> = {}): OperatorDetail => ({
  name,
  role,
  active: true,
  effectiveAt: ago(90_000),
  member: null,
  secrets: { passkeys: 1, password: true, totp: true, recoveryLeft: 9, oidc: false },
  seenAt: ago(3),
  decisions: 214,
  invitedUntil: null,
  state: `state-${name}`,
  may: ['disableOperator', 'putOperatorRole', 'putOperatorMember', 'putOperatorOidc', 'inviteOperator'],
  ...changes,
});

const makeStaff = (): OperatorDetail[] => [
  person('malee.k', 'cashier', { member: 'm77' }),
  person('nok.s', 'support', {
    effectiveAt: ahead(25),
    secrets: { passkeys: 0, password: false, totp: false, recoveryLeft: 0, oidc: false },
    seenAt: null,
    decisions: 0,
    invitedUntil: ahead(900),
  }),
  person('somchai.p', 'chief'),
  person('ubon.t', 'auditor', { active: false, may: [] }),
];

const row = (number: number, changes: Partial<AuditRow>): AuditRow => ({
  number,
  at: ago((5000 - number) * 3),
  operator: 'malee.k',
  action: 'withdrawal.approve',
  subject: 'kp8f3m2q7x1w9ta',
  member: { id: 'm81', name: 'สมหญิง ใจดี', phone: '081-xxx-4567', state: 'active', flags: [] },
  reason: 'Played for three weeks; deposits are all by its own account.',
  evidence: '',
  hash: '5d1c0e7a9b3f42c8e6d0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6',
  erased: false,
  ...changes,
});

const ROWS: AuditRow[] = [
  row(4812, {}),
  row(4811, {
    operator: 'somchai.p',
    action: 'brake.stop',
    subject: 'provider:joker',
    member: null,
    reason: 'not believed',
  }),
  row(4810, {
    action: 'secret.passkey',
    subject: 'malee.k',
    member: null,
    reason: 'a passkey is added: laptop',
    evidence: 'confirmed by totp',
  }),
  row(4809, {
    operator: 'node',
    action: 'operator.recover',
    subject: 'somchai.p',
    member: null,
    reason: 'by the owner of the machine, over the node’s own socket',
  }),
];

const PROOF = {
  checkedAt: ago(14),
  whole: true,
  rows: 4812,
  head: { number: 4812, hash: '5d1c', signature: 'c2ln' },
  marks: [
    { place: '/var/lib/krapao/heads', number: 4812, at: ago(1), agrees: true, why: null },
    { place: 'https://heads.example.com', number: 4790, at: ago(30), agrees: false, why: 'it does not answer' },
  ],
  wrong: [],
};

const makeToken = (id: string, changes: Partial<SystemToken> = {}): SystemToken => ({
  id,
  system: 'nightly',
  role: 'auditor',
  scopes: ['money:read', 'today:read'],
  addresses: ['203.0.113.0/24'],
  madeBy: 'somchai.p',
  second: 'ubon.t',
  madeAt: ago(90_000),
  endsAt: ahead(300_000),
  seenAt: ago(4),
  endedAt: null,
  endedBy: null,
  state: `state-${id}`,
  may: ['endToken'],
  ...changes,
});

/** The house's operators, the tokens of its systems, and its log. */
export function staffHandlers(confirms: Way[]) {
  const staff = makeStaff();
  const tokens = [
    makeToken('nightly-4k7qz2'),
    makeToken('nightly-9x1mcd', { endedAt: ago(80_000), endedBy: 'somchai.p', may: [] }),
  ];
  const page = <T>(items: T[]) => ({ items, next: null, asOf: ago(0), from: 'primary' as const });
  const find = (name: unknown) => {
    const found = staff.find((one) => one.name === name);
    if (!found) throw refuse(404, 'NO_DATA');
    return found;
  };
  const sure = (request: Request) => {
    if (request.headers.get('X-Confirmation') !== 'proof-staff')
      throw refuse(403, 'CONFIRM_IDENTITY', { decision: 'staff', ways: confirms });
  };
  const outcome = (subject: string, message: 'SUCCESS' | 'PROPOSED') => ({ message, says: '', facts: [], subject });
  return [
    on('get', '/api/operator', () => page(staff)),
    on('get', '/api/operator/{name}', ({ params }) => find(params.name)),
    on('post', '/api/operator', ({ body, request }) => {
      if (staff.some(({ name }) => name === body.name)) throw refuse(400, 'INVALID_INPUT');
      sure(request);
      return outcome(body.name, 'PROPOSED');
    }),
    on('put', '/api/operator/{name}/role', ({ params, request }) => {
      sure(request);
      return outcome(String(params.name), 'PROPOSED');
    }),
    on('post', '/api/operator/{name}/disable', ({ params }) => {
      const found = find(params.name);
      found.active = false;
      found.may = [];
      return outcome(found.name, 'SUCCESS');
    }),
    on('post', '/api/operator/{name}/invitation', ({ params, request }) => {
      const { name, secrets } = find(params.name);
      if (!secrets.password && !secrets.passkeys)
        return { ...outcome(name, 'SUCCESS'), invitation: 'one', endsAt: ahead(1440) };
      sure(request);
      return { ...outcome(name, 'PROPOSED'), invitation: 'new', endsAt: null };
    }),
    on('get', '/api/token', () => page(tokens)),
    on('post', '/api/token', ({ body, request }) => {
      sure(request);
      return { ...outcome(body.system, 'PROPOSED'), token: 'kpt_once' };
    }),
    on('post', '/api/token/{id}/end', ({ params }) => {
      const found = tokens.find(({ id }) => id === params.id);
      if (!found) throw refuse(404, 'NO_DATA');
      found.endedAt = ago(0);
      found.endedBy = 'somchai.p';
      found.may = [];
      return outcome(found.id, 'SUCCESS');
    }),
    on('get', '/api/audit', ({ query }) => {
      const action = query.get('action') ?? '';
      return page(ROWS.filter((one) => one.action.startsWith(action)));
    }),
    on('get', '/api/audit/proof', () => PROOF),
  ];
}
