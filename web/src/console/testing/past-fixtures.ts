import type {
  ListedArrival,
  ListedCase,
  ListedDeclared,
  ListedHolder,
  ListedLine,
  ListedLink,
  ListedReceivable,
  ListedReversal,
  ListedSlip,
  ListedWithdrawal,
} from '@/console/api/contract';
import { ago, ahead, makeMember } from './fixtures';
import { on } from './server';

const ANAN = makeMember({
  id: 'm77',
  name: 'Maximilian Alexander von Habsburg-Lothringen',
  phone: '089-xxx-1122',
  state: 'deactivated',
});
const DAY = 60 * 24;

const WITHDRAWALS: ListedWithdrawal[] = [
  {
    reference: 'kp8f3m2q7x1w9ta',
    member: makeMember(),
    amount: 12_500,
    state: 'review',
    automatic: false,
    why: ['first withdrawal', 'member under review'],
    reason: '',
    bank: 'SCB',
    account: 'xxx-x-x4321',
    requestedAt: ago(21),
    since: ago(20),
    due: ago(5),
  },
  {
    reference: 'kp1c9v7b3n5m2qa',
    member: ANAN,
    amount: 800,
    state: 'paid',
    automatic: true,
    why: [],
    reason: '',
    bank: 'KBANK',
    account: 'xxx-x-x8811',
    requestedAt: ago(DAY * 2),
    since: ago(DAY * 2 - 1),
    due: null,
  },
  {
    reference: 'kp0b2n4m6q8w1ea',
    member: makeMember(),
    amount: 128_000.25,
    state: 'bounced',
    automatic: false,
    why: ['win beside deposits'],
    reason: '',
    bank: 'SCB',
    account: 'xxx-x-x4321',
    requestedAt: ago(DAY * 9),
    since: ago(DAY * 9 - 60),
    due: null,
  },
];

const ARRIVALS: ListedArrival[] = [
  {
    id: 'a7k2',
    account: 'KBANK',
    channel: 'slip',
    reference: '4821',
    amount: 900,
    state: 'held',
    reason: 'NOT_MATCH',
    member: makeMember(),
    payer: { bank: 'BBL', account: 'xxx-x-x1112', name: 'นาย อนันต์ แปลกหน้า' },
    paidAt: ago(17),
    seenAt: ago(14),
    due: ahead(220),
  },
  {
    id: 'a6f9',
    account: 'SCB1',
    channel: 'feed',
    reference: '',
    amount: 5_000,
    state: 'unmatched',
    reason: '',
    member: null,
    payer: { bank: 'SCB', account: 'xxx-x-x4321', name: 'น.ส. สมหญิง ใจดี' },
    paidAt: null,
    seenAt: ago(60 * 30),
    due: ago(60 * 6),
  },
];

const SLIPS: ListedSlip[] = [
  {
    reference: '4821',
    member: makeMember(),
    state: 'review',
    reason: 'SLIP_UNVERIFIED',
    bank: '004',
    bankReference: '014222160411BTF07990',
    account: 'KBANK',
    amount: 900,
    uploadedAt: ago(16),
    paidAt: ago(17),
    due: ago(6),
  },
  {
    reference: '4790',
    member: ANAN,
    state: 'failed',
    reason: 'EXPIRED_SLIP',
    bank: '',
    bankReference: '',
    account: '',
    amount: 0,
    uploadedAt: ago(DAY),
    paidAt: null,
    due: null,
  },
];

const DECLARED: ListedDeclared[] = [
  {
    reference: 'D41',
    member: makeMember(),
    amount: 2_000,
    state: 'open',
    reason: '',
    arrival: null,
    createdAt: ago(25),
    lapsesAt: ahead(DAY * 2),
    endedAt: null,
    due: ahead(5),
  },
];

const LINKS: ListedLink[] = [
  {
    reference: 'L9',
    member: makeMember(),
    account: 'TRUE',
    amount: 300,
    state: 'refused',
    reason: 'TRUELINK_INVALID',
    voucher: 'V-120',
    said: 'voucher expired',
    createdAt: ago(DAY),
    endedAt: ago(DAY - 1),
    due: null,
  },
];

export const LINES: ListedLine[] = [
  {
    id: 'line1',
    account: 'SCB1',
    line: '00417',
    reference: '',
    page: false,
    why: 'line_amount',
    state: 'open',
    note: '',
    foundAt: ago(40),
    endedAt: null,
    due: ahead(20),
  },
];

export const CASES: ListedCase[] = [
  {
    id: '9',
    provider: 'joker',
    day: '2026-11-21',
    kind: 'missing_there',
    reference: 'kp3d5f7h9k1m3pa',
    username: 'kp7q2kd0',
    member: makeMember(),
    ours: 500,
    theirs: 0,
    state: 'closed',
    outcome: 'agrees',
    found: 'alike_later',
    note: '',
    foundAt: ago(DAY),
    decidedBy: '',
    decidedAt: null,
    due: null,
  },
];

const RECEIVABLES: ListedReceivable[] = [{ member: ANAN, owed: 250, since: ago(DAY * 3), wallet: 40 }];

const REVERSALS: ListedReversal[] = [
  {
    id: 'SCB1/00388',
    account: 'SCB1',
    source: '00388',
    reference: 'R-77120',
    state: 'waiting',
    arrival: null,
    member: null,
    amount: 1_000,
    owed: 0,
    reversedAt: null,
    toldAt: ago(90),
    doneAt: null,
    due: ahead(DAY),
  },
];

const HOLDERS: ListedHolder[] = [
  {
    id: 'H1',
    member: makeMember(),
    other: ANAN,
    state: 'open',
    note: '',
    foundAt: ago(DAY * 2),
    decidedBy: '',
    decidedAt: null,
    due: ahead(DAY * 5),
  },
];

const pageOf = <Row>(items: Row[]) => ({ items, next: null, asOf: ago(0), from: 'primary' as const });

/** Lists of what waits for a person, or did once. A filter of states narrows withdrawals, as on the server. */
export const pastHandlers = () => [
  on('get', '/api/withdrawal', ({ query }) =>
    pageOf(WITHDRAWALS.filter(({ state }) => !query.get('state') || query.get('state') === state)),
  ),
  on('get', '/api/arrival', () => pageOf(ARRIVALS)),
  on('get', '/api/slip', () => pageOf(SLIPS)),
  on('get', '/api/declared', () => pageOf(DECLARED)),
  on('get', '/api/link', () => pageOf(LINKS)),
  on('get', '/api/line', () => pageOf(LINES)),
  on('get', '/api/case', () => pageOf(CASES)),
  on('get', '/api/receivable', () => pageOf(RECEIVABLES)),
  on('get', '/api/reversal', () => pageOf(REVERSALS)),
  on('get', '/api/holder', () => pageOf(HOLDERS)),
];
