import { HttpResponse, http } from 'msw';
import type {
  Choice,
  Fact,
  Item,
  ItemCandidate,
  ItemDetail,
  ItemEarlier,
  ItemLine,
  Outcome,
  Related,
} from '@/console/api/contract';
import { ago, makeMember } from './fixtures';
import { on, refuse } from './server';

const fact = (name: string, kind: Fact['kind'], after: string): Fact => ({ name, kind, before: null, after });
const choice = (call: string, changes: Partial<Choice> = {}): Choice => ({
  call,
  two: false,
  evidence: null,
  ...changes,
});

const makeRelated = (changes: Partial<Related> = {}): Related => ({
  registeredAt: ago(60 * 24 * 90),
  securedAt: ago(60 * 30),
  lastLoginAt: ago(25),
  wallet: 3_480.5,
  sums: [
    { kind: 'deposit', count: 42, amount: 61_200, lately: 5_000 },
    { kind: 'withdraw', count: 9, amount: 38_000, lately: 0 },
    { kind: 'game_in', count: 120, amount: 88_400, lately: 7_500 },
    { kind: 'game_out', count: 118, amount: 79_900, lately: 19_980 },
  ],
  movements: [
    { at: ago(21), kind: 'withdraw', reference: 'kp8', from: '', to: '', amount: -12_500, state: 'pending' },
    { at: ago(26), kind: 'game_out', reference: 'tr2', from: '', to: '', amount: 19_980, state: 'posted' },
    { at: ago(90), kind: 'game_in', reference: 'tr1', from: '', to: '', amount: -7_500, state: 'posted' },
    { at: ago(95), kind: 'deposit', reference: 'in1', from: '', to: '', amount: 5_000, state: 'posted' },
  ],
  linked: [{ id: 'm12', name: 'สมชาย ใจดี', phone: '081-xxx-9921', state: 'shut out', flags: [] }],
  conditions: [
    { source: 'bonus', campaign: 'WELCOME100', state: 'success', credit: 500, grantedAt: ago(60 * 24 * 20) },
  ],
  ...changes,
});

const makeCandidates = (): ItemCandidate[] => [
  { member: makeMember(), why: ['payer', 'name'], strength: 'strong' },
  {
    member: makeMember({ id: 'm55', name: 'มาลี แก้วใส', phone: '089-xxx-1290' }),
    why: ['declared'],
    strength: 'weak',
  },
];

const makeEarlier = (): ItemEarlier[] => [
  {
    id: 'sl0',
    member: makeMember({ id: 'm55', name: 'มาลี แก้วใส', phone: '089-xxx-1290' }),
    state: 'failed',
    why: 'SLIP_REFNO_DUPLICATED',
    amount: 900,
    at: ago(70),
    same: true,
  },
  { id: 'sl1', member: null, state: 'credited', why: '', amount: 500, at: ago(60 * 24 * 3), same: false },
];

const makeLines = (): ItemLine[] => [
  {
    id: 'in7',
    account: 'SCB-AUTO',
    amount: 2_500,
    at: ago(48),
    payer: 'KTB xxx-x-x7776-x',
    payerName: 'นาย ประเสริฐ ใ',
    seen: 'seen-in7',
    choice: choice('assignArrival', { two: true }),
  },
  {
    id: 'in8',
    account: 'SCB-AUTO',
    amount: 2_500,
    at: ago(31),
    payer: '',
    payerName: '',
    seen: 'seen-in8',
    choice: choice('assignArrival', { two: true }),
  },
];

type Known = Pick<ItemDetail, 'state' | 'why' | 'choices' | 'facts'> & { picture?: string };

const KNOWN: Partial<Record<Item['kind'], Known>> = {
  withdrawal: {
    state: 'review',
    why: ['win beside deposits', 'linked member in review'],
    choices: [choice('approveWithdrawal'), choice('reduceWithdrawal'), choice('returnWithdrawal')],
    facts: [
      fact('account', 'account', 'SCB 4088112233'),
      fact('holder', 'text', 'สมหญิง ใจดี'),
      fact('proof', 'state', 'inquiry'),
      fact('provenAt', 'time', ago(60 * 24 * 61)),
      fact('requestedAt', 'time', ago(21)),
      fact('owed', 'amount', '120.00'),
    ],
  },
  slip: {
    state: 'review',
    why: ['NOT_MATCH'],
    choices: [choice('acceptSlip', { two: true }), choice('rejectSlip')],
    picture: '/files/slip-1',
    facts: [
      fact('bankAmount', 'amount', '900.00'),
      fact('paidAt', 'time', ago(40)),
      fact('payer', 'account', 'KBANK xxx-x-x1188-x'),
      fact('payerName', 'text', 'นาย สมชาย ใ'),
      fact('own', 'account', 'KBANK 0722331188'),
      fact('ownName', 'text', 'สมหญิง ใจดี'),
      fact('ourAccount', 'text', 'SCB1'),
      fact('failedToday', 'text', '2'),
    ],
  },
  declared: {
    state: 'open',
    why: [],
    choices: [choice('confirmDeclared', { evidence: 'bank_line' }), choice('rejectDeclared')],
    facts: [
      fact('own', 'account', 'KBANK 0722331188'),
      fact('ownName', 'text', 'สมหญิง ใจดี'),
      fact('declaredAt', 'time', ago(45)),
    ],
  },
  unmatched: {
    state: 'unmatched',
    why: ['late'],
    choices: [
      choice('assignArrival', { two: true }),
      choice('returnArrival', { two: true, evidence: 'transfer_back' }),
      choice('reverseArrival', { two: true, evidence: 'bank_notice' }),
    ],
    facts: [
      fact('account', 'text', 'SCB1'),
      fact('channel', 'state', 'feed'),
      fact('payer', 'account', 'BBL 1234567890'),
      fact('payerIs', 'state', 'unproven'),
      fact('paidAt', 'time', ago(300)),
    ],
  },
  receivable: {
    state: 'owed',
    why: [],
    choices: [choice('repayReceivable', { evidence: 'consent' }), choice('writeOffReceivable', { two: true })],
    facts: [fact('owed', 'amount', '1250.00')],
  },
};

export function makeDetail(item: Item, changes: Partial<ItemDetail> = {}): ItemDetail {
  const { kind, id, member, amount, claim } = item;
  const known = KNOWN[kind] ?? { state: 'open', why: [], choices: [], facts: [] };
  return {
    kind,
    id,
    member,
    amount,
    claim,
    seen: `seen-${id}`,
    may: known.choices.map(({ call }) => call),
    related: member && makeRelated(),
    ...known,
    picture: known.picture ?? null,
    candidates: kind === 'unmatched' ? makeCandidates() : [],
    lines: kind === 'declared' ? makeLines() : [],
    earlier: kind === 'slip' ? makeEarlier() : [],
    devices: kind === 'withdrawal' ? [{ key: 'd3v1ce', members: 3, lastAt: ago(25) }] : [],
    ...changes,
  };
}

const SLIP = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="640"><rect width="360" height="640" fill="#efe9ff"/>
<rect width="360" height="90" fill="#5b2d90"/><text x="24" y="56" font-size="26" fill="#fff">โอนเงินสำเร็จ</text>
<text x="24" y="180" font-size="44" fill="#222">900.00</text><text x="24" y="260" font-size="20" fill="#444">นาย สมชาย ใ · xxx-x-x1188-x</text>
<text x="24" y="320" font-size="20" fill="#444">ไปที่ SCB xxx-x-x7701-x</text><rect x="220" y="500" width="110" height="110" fill="#222"/></svg>`;

/** The calls that open and decide what waits. What was decided waits no more. */
export function detailHandlers(queue: Item[], next: (skip: readonly string[]) => Item | undefined) {
  const find = (kinds: readonly Item['kind'][], id: unknown) => {
    const found = queue.find((item) => kinds.includes(item.kind) && item.id === id);
    if (!found) throw refuse(404, 'NO_DATA');
    return makeDetail(found);
  };
  const decided = (id: unknown, body: { reason?: string; next?: { skip?: string[] } }): Outcome => {
    if ((body.reason ?? '').length < 3) throw refuse(400, 'REASON_REQUIRED');
    const at = queue.findIndex((item) => item.id === id);
    if (at < 0) throw refuse(409, 'STATE_CHANGED');
    const [gone] = queue.splice(at, 1);
    const item = body.next && next(body.next.skip ?? []);
    return {
      message: 'SUCCESS',
      says: 'done',
      facts: [],
      subject: gone?.id ?? '',
      ...(item && { next: { item, detail: makeDetail(item) } }),
    };
  };
  return [
    http.get('*/files/:token', () => new HttpResponse(SLIP, { headers: { 'Content-Type': 'image/svg+xml' } })),
    on('get', '/api/withdrawal/{reference}', ({ params }) => find(['withdrawal', 'payout'], params.reference)),
    on('get', '/api/slip/{id}', ({ params }) => find(['slip'], params.id)),
    on('get', '/api/arrival/{id}', ({ params }) => find(['unmatched', 'held'], params.id)),
    on('get', '/api/declared/{reference}', ({ params }) => find(['declared'], params.reference)),
    on('get', '/api/case/{id}', ({ params }) => find(['case', 'unsettled'], params.id)),
    on('get', '/api/reversal/{id}', ({ params }) => find(['reversal'], params.id)),
    on('get', '/api/receivable/{member}', ({ params }) => find(['receivable'], params.member)),
    ...(['approve', 'return'] as const).map((what) =>
      on('post', `/api/withdrawal/{reference}/${what}`, ({ params, body }) => decided(params.reference, body)),
    ),
    ...(['accept', 'reject'] as const).map((what) =>
      on('post', `/api/slip/{id}/${what}`, ({ params, body }) => decided(params.id, body)),
    ),
    ...(['assign', 'return', 'reverse'] as const).map((what) =>
      on('post', `/api/arrival/{id}/${what}`, ({ params, body }) => decided(params.id, body)),
    ),
  ];
}
