import type {
  DoneToMember,
  FoundMember,
  LinkedMember,
  ListedMember,
  MemberFlag,
  MemberNote,
  MemberRef,
  Outcome,
  OwnCondition,
  OwnCoupon,
  OwnLimit,
  OwnSession,
  OwnSlip,
  ShownMember,
  StatementRow,
  UnderWay,
} from '@/console/api/contract';
import { ago, ahead, makeMember, OPERATOR } from './fixtures';
import { moneyListHandlers } from './member-money-fixtures';
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
  'flagMember',
  'unflagMember',
  'signOutMember',
  'deactivateMember',
  'closeMember',
  'breakMember',
  'excludeMember',
  'setMemberPassword',
  'endMemberSession',
  'exportMember',
];

export const makeShown = (changes: Partial<ShownMember> = {}): ShownMember => ({
  member: makeMember({ phone: '0812344567', flags: ['review'] }),
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
      result: -2_484.25,
      readAt: ago(2),
      checkedSince: ago(42),
    },
    {
      code: 'pg',
      name: 'PG Soft',
      provider: 'pg',
      username: 'kpm81',
      amount: 0,
      result: 0,
      readAt: null,
      checkedSince: null,
    },
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

export const makeMoved = (changes: Partial<StatementRow> = {}): StatementRow => ({
  at: ago(21),
  settledAt: null,
  reference: 'kp8f3m2q7x1w9ta',
  kind: 'withdraw',
  from: 'WALLET',
  to: 'SCB',
  debit: 'member:m81:wallet',
  credit: 'house:payout',
  amount: 12_500,
  moved: 0,
  state: 'pending',
  balance: 3_240.5,
  reason: '',
  found: null,
  note: '',
  outside: '',
  ...changes,
});

const posted = (reference: string, changes: Partial<StatementRow>): StatementRow =>
  makeMoved({ reference, state: 'posted', moved: changes.amount ?? 0, settledAt: ago(30), ...changes });

/** Each kind of what happens, in and out of the wallet and past it. */
const makeStatement = (): StatementRow[] => [
  makeMoved(),
  posted('kp2b7n4c8v5z1ma', {
    kind: 'game_in',
    to: 'joker',
    credit: 'game:joker:kpj1m81x9q',
    amount: 500,
    at: ago(60),
    balance: 15_740.5,
  }),
  posted('kp7r2k9d4h6s3la', {
    kind: 'game_result',
    from: 'result:joker',
    to: 'game:joker:kpj1m81x9q',
    debit: 'result:joker',
    credit: 'game:joker:kpj1m81x9q',
    amount: 515.75,
    at: ago(80),
    balance: null,
  }),
  makeMoved({
    reference: 'kp5t8w3e1q9u2ya',
    kind: 'game_out',
    from: 'pg',
    to: 'WALLET',
    debit: 'game:pg:kpm81',
    credit: 'member:m81:wallet',
    state: 'voided',
    amount: 200,
    at: ago(95),
    settledAt: ago(94),
    balance: null,
    reason: 'BEING_CHECKED',
    found: 'provider_refused',
    note: 'nothing moved',
  }),
  posted('kp1a6z8x3c5v7ba', {
    kind: 'deposit',
    from: 'KBANK',
    to: 'WALLET',
    debit: 'bank:SCB1',
    credit: 'member:m81:wallet',
    amount: 16_240.5,
    at: ago(130),
    balance: 16_240.5,
    outside: '014222160411BTF07233',
  }),
];

const SESSIONS: OwnSession[] = [
  {
    id: 'se1',
    address: '171.96.71.20',
    agent:
      'Mozilla/5.0 (Linux; Android 15; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
    remembered: true,
    createdAt: ago(60 * 24 * 3),
    seenAt: ago(4),
    endsAt: ahead(60 * 24 * 27),
  },
];

const LIMITS: OwnLimit[] = [
  {
    kind: 'deposit',
    period: 'day',
    amount: 20_000,
    own: true,
    house: null,
    used: 16_240.5,
    left: 3_759.5,
    nextAt: ahead(400),
  },
  {
    kind: 'loss',
    period: 'month',
    amount: 100_000,
    own: false,
    house: 100_000,
    used: 41_000,
    left: 59_000,
    nextAt: null,
  },
];

const CONDITIONS: OwnCondition[] = [
  {
    id: 'c1',
    source: 'promotion',
    campaign: 'WELCOME',
    state: 'active',
    credit: 500,
    deposit: 500,
    required: 12_000,
    returned: 0,
    grantedAt: ago(600),
    expiresAt: ahead(60 * 24 * 6),
  },
  {
    id: 'c0',
    source: 'refund',
    campaign: '',
    state: 'given_up',
    credit: 120.5,
    deposit: 0,
    required: 0,
    returned: 120.5,
    grantedAt: ago(60 * 24 * 9),
    expiresAt: ago(60 * 24 * 2),
  },
];

const COUPONS: OwnCoupon[] = [
  {
    id: 'k1',
    kind: 'cash',
    code: 'CASH50',
    amount: 50,
    coins: 0,
    createdAt: ago(300),
    expiresAt: ahead(60 * 24 * 29),
  },
  { id: 'k2', kind: 'coin', code: 'COIN3', amount: 0, coins: 3, createdAt: ago(400), expiresAt: ahead(60 * 24 * 28) },
];

const SLIPS: OwnSlip[] = [
  {
    reference: '4821',
    state: 'review',
    reason: 'NOT_MATCH',
    bank: 'KBANK',
    bankReference: '014222160411BTF07233',
    account: 'SCB1',
    amount: 900,
    uploadedAt: ago(14),
    paidAt: ago(17),
  },
  {
    reference: '4710',
    state: 'failed',
    reason: 'SLIP_SEVERAL',
    bank: '',
    bankReference: '',
    account: '',
    amount: 0,
    uploadedAt: ago(4000),
    paidAt: null,
  },
];

const AUDIT: DoneToMember[] = [
  {
    number: 4711,
    at: ago(2),
    operator: 'somchai.p',
    action: 'member.show',
    subject: 'm81',
    reason: '',
    evidence: '',
  },
  {
    number: 4688,
    at: ago(3000),
    operator: 'malee.k',
    action: 'member.unlock',
    subject: 'm81',
    reason: 'โทรมายืนยันตัวตนแล้ว จำรหัสผ่านได้ แต่พิมพ์ผิดหลายครั้ง',
    evidence: '',
  },
];

const FLAGS: MemberFlag[] = [
  { code: 'review', by: 'malee.k', reason: 'ใช้เครื่องเดียวกับสมาชิกอีกสามคน', since: ago(60 * 24 * 3) },
];

const NOTES: MemberNote[] = [
  {
    id: 'n2',
    by: 'malee.k',
    text: 'พูดลาวเป็นหลัก โทรหลัง 18:00\nอย่าโทรที่ทำงาน',
    pinned: true,
    at: ago(60 * 24 * 40),
    may: [],
  },
  { id: 'n1', by: OPERATOR.name, text: 'ขอสลิปใบเต็มแล้ว', pinned: false, at: ago(30), may: ['deleteMemberNote'] },
];

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

const ALL: ListedMember[] = CLOSE.map((member, place) => ({
  ...member,
  source: ['facebook', '', 'line'][place] ?? '',
  inviter: place === 1 ? 'm81' : null,
  registeredAt: ago(60 * 24 * (3 + place)),
  lastLogin: place === 2 ? null : ago(200 + place),
  deposits: 84_300 / (place + 1),
  withdrawals: place === 2 ? 0 : 52_150.25,
}));

/** Whether a member is asked for, by the filters of the list. */
function isAsked({ state, source, flags, inviter }: ListedMember, query: URLSearchParams): boolean {
  const has = { state, source, inviter: inviter ?? '' };
  const flag = query.get('flag');
  return (
    Object.entries(has).every(([name, value]) => !query.has(name) || query.get(name) === value) &&
    (!flag || flags.includes(flag))
  );
}

/** A house that knows one member by its phone and three by a name, and remembers what was decided. */
export function memberHandlers(shown: ShownMember = makeShown()) {
  const notes = [...NOTES];
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
    on('get', '/api/member', ({ query }) => pageOf(ALL.filter((one) => isAsked(one, query)))), // before one of them
    on('get', '/api/member/{id}', ({ params }) => find(params.id)),
    on('get', '/api/member/{id}/statement', ({ query }) =>
      pageOf(
        makeStatement().filter(
          ({ kind, debit, credit }) =>
            (!query.get('kind') || kind === query.get('kind')) &&
            (!query.get('account') || [debit, credit].includes(query.get('account') ?? '')),
        ),
      ),
    ),
    on('get', '/api/member/{id}/session', () => pageOf(SESSIONS)),
    on('get', '/api/member/{id}/limit', () => pageOf(LIMITS)),
    on('get', '/api/member/{id}/condition', () => pageOf(CONDITIONS)),
    on('get', '/api/member/{id}/coupon', () => pageOf(COUPONS)),
    on('get', '/api/member/{id}/slip', () => pageOf(SLIPS)),
    on('get', '/api/member/{id}/audit', () => pageOf(AUDIT)),
    on('get', '/api/member/{id}/link', () =>
      pageOf<LinkedMember>([
        ...CLOSE.slice(1).map((member): LinkedMember => ({ member, strength: 'strong', by: 'holder', since: null })),
        { member: CLOSE[1] as MemberRef, strength: 'medium', by: 'device', since: ago(60 * 24 * 5) },
      ]),
    ),
    on('get', '/api/member/{id}/note', () => pageOf(notes)),
    on('get', '/api/member/{id}/flag', () => pageOf(FLAGS)),
    ...moneyListHandlers(),
    on('post', '/api/member/{id}/flag', ({ params, body }): Outcome => {
      FLAGS.push({ code: body.code, by: OPERATOR.name, reason: body.reason ?? '', since: ago(0) });
      return { message: 'SUCCESS', says: 'marked', facts: [], subject: String(params.id) };
    }),
    on('delete', '/api/member/{id}/flag/{code}', ({ params }): Outcome => {
      FLAGS.splice(0, FLAGS.length, ...FLAGS.filter(({ code }) => code !== params.code));
      return { message: 'SUCCESS', says: 'not marked any more', facts: [], subject: String(params.id) };
    }),
    on('post', '/api/member/{id}/note', ({ body, request }) => {
      if (!request.headers.get('Idempotency-Key')) throw refuse(400, 'KEY_MISSING');
      const note = {
        id: `n${notes.length + 1}`,
        by: OPERATOR.name,
        text: body.text,
        pinned: body.pinned,
        at: ago(0),
        may: ['deleteMemberNote'],
      };
      notes.splice(body.pinned ? 0 : 1, 0, note);
      return note;
    }),
    on('delete', '/api/member/{id}/note/{note}', ({ params }) => {
      const at = notes.findIndex(({ id }) => id === params.note);
      if (at < 0) throw refuse(404, 'NO_DATA');
      notes.splice(at, 1);
      return { message: 'SUCCESS' as const };
    }),
    on('delete', '/api/member/{id}/session/{session}', ({ params }) => {
      SESSIONS.splice(0, SESSIONS.length, ...SESSIONS.filter(({ id }) => id !== params.session));
      return { message: 'SUCCESS' as const, says: 'ended', facts: [], subject: String(params.id) };
    }),
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

const pageOf = <Row>(items: Row[]) => ({
  items,
  next: null,
  asOf: new Date().toISOString(),
  from: 'primary' as const,
});
