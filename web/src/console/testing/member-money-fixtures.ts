import type { OwnArrival, OwnCase, OwnCoin, OwnDevice, OwnGame, OwnWithdrawal } from '@/console/api/contract';
import { ago } from './fixtures';
import { on } from './server';

const WITHDRAWALS: OwnWithdrawal[] = [
  {
    reference: 'kp8f3m2q7x1w9ta',
    amount: 12_500,
    state: 'review',
    automatic: false,
    why: ['first withdrawal', 'member under review'],
    reason: '',
    bank: 'SCB',
    account: '4321',
    outside: '',
    requestedAt: ago(21),
    since: ago(20),
    approvedAt: null,
  },
  {
    reference: 'kp1c9v7b3n5m2qa',
    amount: 800,
    state: 'paid',
    automatic: true,
    why: [],
    reason: '',
    bank: 'SCB',
    account: '4321',
    outside: '014222160411BTF07990',
    requestedAt: ago(60 * 24 * 9),
    since: ago(60 * 24 * 9 - 1),
    approvedAt: ago(60 * 24 * 9),
  },
];

const ARRIVALS: OwnArrival[] = [
  {
    id: 'a7k2',
    account: 'KBANK',
    channel: 'slip',
    reference: '4821',
    amount: 900,
    state: 'held',
    reason: 'NOT_MATCH',
    payer: { bank: 'BBL', account: 'x1112', name: 'นาย อนันต์ แปลกหน้า' },
    paidAt: ago(17),
    seenAt: ago(14),
  },
  {
    id: 'a6f9',
    account: 'SCB1',
    channel: 'qr',
    reference: 'kq4m2x8v1z7c5ba',
    amount: 5_000,
    state: 'credited',
    reason: '',
    payer: { bank: 'SCB', account: 'x4321', name: 'น.ส. สมหญิง ใจดี' },
    paidAt: ago(60 * 30),
    seenAt: ago(60 * 30),
  },
];

const DEVICES: OwnDevice[] = [
  { key: 'c3'.repeat(32), members: 3, firstAt: ago(60 * 24 * 60), lastAt: ago(12), withdrewAt: ago(60 * 24 * 9) },
  { key: 'd4'.repeat(32), members: 1, firstAt: ago(60 * 24 * 80), lastAt: ago(60 * 24 * 61), withdrewAt: null },
];

const COINS: OwnCoin[] = [
  {
    id: 'g2',
    source: 'deposit',
    reference: 'a6f9',
    coins: 10,
    pending: 4,
    usable: 3,
    spent: 3,
    cancelled: 0,
    taken: 0,
    grantedAt: ago(60 * 30),
    expiresAt: ago(-60 * 24 * 6),
    undoneAt: null,
  },
  {
    id: 'g1',
    source: 'coupon',
    reference: 'c11',
    coins: 2,
    pending: 0,
    usable: 0,
    spent: 1,
    cancelled: 1,
    taken: 0,
    grantedAt: ago(60 * 24 * 20),
    expiresAt: ago(60 * 24 * 13),
    undoneAt: null,
  },
];

const GAMES: OwnGame[] = [
  {
    provider: 'joker',
    username: 'kp7q2kd0',
    amount: 1_240.5,
    result: -3_180,
    openedAt: ago(60 * 24 * 60),
    launchedAt: ago(35),
    readAt: ago(2),
    changedAt: ago(4),
  },
  {
    provider: 'amblotto',
    username: 'maximilian_alexander_von_habsburg_lothringen',
    amount: 0,
    result: 250,
    openedAt: ago(60 * 24 * 40),
    launchedAt: null,
    readAt: null,
    changedAt: null,
  },
];

const CASES: OwnCase[] = [
  {
    id: '9',
    provider: 'joker',
    day: '2026-11-21',
    kind: 'missing_there',
    reference: 'kp3d5f7h9k1m3pa',
    ours: 500,
    theirs: 0,
    state: 'open',
    outcome: '',
    foundAt: ago(60 * 20),
    decidedAt: null,
  },
];

const pageOf = <Row>(items: Row[]) => ({ items, next: null, asOf: ago(0), from: 'primary' as const });

/** What came and went for a member, and from what it logged in. */
export const moneyListHandlers = () => [
  on('get', '/api/member/{id}/withdrawal', () => pageOf(WITHDRAWALS)),
  on('get', '/api/member/{id}/arrival', () => pageOf(ARRIVALS)),
  on('get', '/api/member/{id}/device', () => pageOf(DEVICES)),
  on('get', '/api/member/{id}/coin', () => pageOf(COINS)),
  on('get', '/api/member/{id}/game', () => pageOf(GAMES)),
  on('get', '/api/member/{id}/case', () => pageOf(CASES)),
];
