import type { FoundMember, MemberRef, Outcome, ShownMember, UnderWay } from '@/console/api/contract';
import { ago, ahead, makeMember } from './fixtures';
import { on, refuse } from './server';

export const makeUnderWay = (changes: Partial<UnderWay> = {}): UnderWay => ({
  what: 'withdrawal',
  reference: 'kp8f3m2q7x1w9ta',
  amount: 12_500,
  from: 'WALLET',
  to: 'SCB',
  state: 'review',
  why: ['first withdrawal', 'deposits not played'],
  since: ago(21),
  due: ago(6),
  waits: true,
  ...changes,
});

const MAY = [
  'unlockMember',
  'signOutMember',
  'deactivateMember',
  'closeMember',
  'breakMember',
  'excludeMember',
  'setMemberPassword',
  'endMemberSession',
];

export const makeShown = (changes: Partial<ShownMember> = {}): ShownMember => ({
  member: makeMember({ phone: '0812344567' }),
  profile: { phone: '+66812344567', source: 'facebook', inviter: 'M90K2P7Q1XW3', registeredAt: ago(60 * 24 * 87) },
  bank: { code: 'SCB', holder: 'น.ส. สมหญิง ใจดี', number: '4081234321', currency: 'BAHT' },
  wallet: { amount: 3_240.5, reserved: 12_500, held: 900, owed: 0 },
  purses: { invite: 41.25, refund: 0, usableCoins: 12, pendingCoins: 3 },
  games: [
    {
      code: 'joker',
      name: 'Joker Gaming',
      provider: 'joker',
      username: 'kpj1m81x9q',
      amount: 1_015.75,
      readAt: ago(2),
      checkedSince: ago(42),
    },
    { code: 'pg', name: 'PG Soft', provider: 'pg', username: 'kpm81', amount: 0, readAt: null, checkedSince: null },
  ],
  total: 17_656.25,
  underWay: [
    makeUnderWay(),
    makeUnderWay({
      what: 'slip',
      reference: '4821',
      amount: 900,
      from: 'KBANK',
      to: 'WALLET',
      why: ['NOT_MATCH'],
      since: ago(14),
      due: ahead(6),
    }),
    makeUnderWay({
      what: 'transfer',
      reference: 'kp2b7n4c8v5z1ma',
      amount: 500,
      to: 'joker',
      state: 'pending',
      why: [],
      since: ago(1),
      due: null,
      waits: false,
    }),
  ],
  condition: {
    id: 'c1',
    source: 'promotion',
    campaign: 'WELCOME',
    state: 'active',
    credit: 500,
    base: 1_000,
    position: 1_240,
    target: 3_000,
    floor: 20,
    turned: 8_250,
    required: 12_000,
    returns: 500,
    grantedAt: ago(600),
    expiresAt: ahead(60 * 24 * 6),
  },
  playing: { shutOut: false, until: null, comingHome: false },
  security: { securedAt: ago(60 * 30), lastLogin: ago(200), resetAt: null },
  life: { deposits: 84_300, withdrawals: 52_150, net: 32_150 },
  state: 'd1',
  may: MAY,
  ...changes,
});

/** Members of one name, as a search by it finds them. */
const CLOSE: readonly MemberRef[] = [
  makeMember(),
  makeMember({ id: 'm82', name: 'ใจดี88', phone: '089-xxx-1188', state: 'shut out', flags: ['watch'] }),
  makeMember({
    id: 'm77',
    name: 'Maximilian Alexander von Habsburg-Lothringen Wongsakorn',
    phone: '089-xxx-0001',
    state: 'closed',
  }),
];

const found = (member: MemberRef, match: FoundMember['match']): FoundMember => ({
  member,
  holder: 'น.ส. สมหญิง ใจดี',
  match,
});

/** A house that knows one member by its phone and three by a name, and remembers what was decided. */
export function memberHandlers(shown: ShownMember = makeShown()) {
  const find = (id: unknown): ShownMember => {
    if (id === shown.member.id) return shown;
    const other = CLOSE.find((member) => member.id === id);
    if (!other) throw refuse(404, 'NO_USER');
    return makeShown({ member: other, underWay: [], condition: null, games: [], may: [] });
  };
  const decide = (what: 'unlock' | 'signout' | 'break' | 'exclude' | 'deactivate' | 'reactivate' | 'close') =>
    on('post', `/api/member/{id}/${what}`, ({ params, body, request }): Outcome => {
      const { member } = find(params.id);
      if (!request.headers.get('Idempotency-Key')) throw refuse(400, 'KEY_MISSING');
      if (body.seen !== shown.state) throw refuse(409, 'STATE_CHANGED');
      if (what === 'close' && !request.headers.get('X-Confirmation'))
        throw refuse(403, 'CONFIRM_IDENTITY', { decision: member.id, ways: ['totp', 'recovery'] });
      if (what === 'deactivate') member.state = 'deactivated';
      if (what === 'break' || what === 'exclude') member.state = 'shut out';
      return { message: 'SUCCESS', says: what, facts: [], subject: member.id };
    });
  return [
    on('get', '/api/member/search', ({ query }) => {
      const q = query.get('q') ?? '';
      if (/^[0-9+ -]+$/.test(q) && shown.member.phone.endsWith(q.replace(/\D/g, '').slice(-9)))
        return { by: 'phone' as const, items: [found(makeMember(), 'same')] };
      if (/ใจดี/.test(q)) return { by: 'name' as const, items: CLOSE.map((member) => found(member, 'unsure')) };
      return { by: 'nothing' as const, items: [] };
    }),
    on('get', '/api/member/{id}', ({ params }) => find(params.id)),
    on('post', '/api/member/{id}/password', ({ params, request }) => {
      const { member } = find(params.id);
      if (!request.headers.get('X-Confirmation'))
        throw refuse(403, 'CONFIRM_IDENTITY', { decision: member.id, ways: ['totp', 'recovery'] });
      return { message: 'SUCCESS' as const, says: 'set', facts: [], subject: member.id, password: 'k7m2xq9wt4ba' };
    }),
    decide('unlock'),
    decide('signout'),
    decide('break'),
    decide('exclude'),
    decide('deactivate'),
    decide('reactivate'),
    decide('close'),
  ];
}
