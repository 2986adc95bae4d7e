import { describe, expect, it } from 'vitest';
import { makeStatementRow } from '@/testing/factories';
import { makeLimit, makeProtection } from '@/testing/protection-handlers';
import {
  agentName,
  canConfirm,
  depositedToday,
  effectOf,
  endOf,
  isWord,
  limitOf,
  type Period,
  partUsed,
  pauseEnd,
  shutOf,
  tightest,
} from './rules';

it.each<[Period, string, string]>([
  ['day', '2026-11-29T16:59:59.999Z', '2026-11-29T17:00:00.000Z'],
  ['day', '2026-11-29T17:00:00.000Z', '2026-11-30T17:00:00.000Z'],
  // A Sunday's last second in Bangkok, and the Monday's first.
  ['week', '2026-11-29T16:59:59.999Z', '2026-11-29T17:00:00.000Z'],
  ['week', '2026-11-29T17:00:00.000Z', '2026-12-06T17:00:00.000Z'],
  ['month', '2026-11-30T16:59:59.999Z', '2026-11-30T17:00:00.000Z'],
  ['month', '2026-12-31T12:00:00.000Z', '2026-12-31T17:00:00.000Z'],
  ['month', '2026-12-31T17:00:00.000Z', '2027-01-31T17:00:00.000Z'],
  ['month', '2028-02-10T00:00:00.000Z', '2028-02-29T17:00:00.000Z'],
])('a %s that %s is in ends at %s, in Bangkok', (period, now, end) => {
  expect(endOf(period, new Date(now)).toISOString()).toBe(end);
});

it.each([
  [1000, 0, 0],
  [1000, 250, 0.25],
  [1000, 1000, 1],
  [1000, 1500, 1],
  [0, 0, 1],
])('of %s, %s used is %s of the bar', (amount, used, part) => {
  expect(partUsed(makeLimit({ amount, used }))).toBe(part);
});

it('finds the limit of its kind that leaves the least', () => {
  const day = makeLimit({ left: 100 });
  const week = makeLimit({ period: 'week', left: 50 });
  const month = makeLimit({ period: 'month', left: 50 });
  const loss = makeLimit({ kind: 'loss', left: 1 });
  expect(tightest([day, week, loss], 'deposit')).toBe(week);
  expect(tightest([day, week, month], 'deposit')).toBe(month);
  expect(tightest([day], 'loss')).toBeUndefined();
  expect(limitOf([day, loss], 'loss', 'day')).toBe(loss);
  expect(limitOf([day], 'deposit', 'week')).toBeUndefined();
});

it.each([
  [undefined, 500, 'first'],
  [1000, 999.99, 'tighter'],
  [1000, 1000, 'same'],
  [1000, 1000.01, 'looser'],
  [0, 0, 'same'],
] as const)('from %s to %s is %s', (now, wanted, effect) => {
  expect(effectOf(now, wanted)).toBe(effect);
});

it('allows a looser limit to be confirmed from its time on', () => {
  const next = { amount: 2000, from: '2026-11-22T03:00:00.000Z' };
  expect(canConfirm(makeLimit({ next }), new Date('2026-11-22T02:59:59.999Z'))).toBe(false);
  expect(canConfirm(makeLimit({ next }), new Date('2026-11-22T03:00:00.000Z'))).toBe(true);
  expect(canConfirm(makeLimit(), new Date())).toBe(false);
});

describe('a member that is shut out', () => {
  const now = new Date('2026-11-22T03:00:00.000Z');
  const [past, soon, late] = ['2026-11-22T02:59:59.999Z', '2026-11-23T00:00:00.000Z', '2027-06-01T00:00:00.000Z'];
  it.each([
    ['nobody who asked for nothing', null, null, undefined],
    ['nobody whose break is over', past, null, undefined],
    ['a break', soon, null, ['break', soon]],
    ['an exclusion', null, late, ['excluded', late]],
    ['the later of both', soon, late, ['excluded', late]],
    ['the later of both, a break', late, soon, ['break', late]],
    ['an exclusion beside an old break', past, late, ['excluded', late]],
  ])('%s', (_, breakUntil, excludedUntil, want) => {
    const shut = shutOf(makeProtection({ breakUntil, excludedUntil, comingHome: true }), now);
    expect(shut && [shut.by, shut.until.toISOString()]).toEqual(want);
    if (shut) expect(shut.comingHome).toBe(true);
  });
});

it('calculates when a pause ends, also in a month without such a day', () => {
  const from = (text: string) => new Date(`${text}T12:00:00`);
  expect(pauseEnd({ days: 42 }, new Date(0)).getTime()).toBe(42 * 86_400_000);
  expect(pauseEnd({ months: 6 }, from('2026-08-31'))).toEqual(from('2027-02-28'));
  expect(pauseEnd({ months: 6 }, from('2026-11-22'))).toEqual(from('2027-05-22'));
  expect(pauseEnd({ months: 12 }, from('2028-02-29'))).toEqual(from('2029-02-28'));
});

it.each([
  ['STOP', true],
  [' stop ', true],
  ['STO', false],
  ['', false],
])('"%s" confirms: %s', (typed, yes) => {
  expect(isWord(typed, 'STOP')).toBe(yes);
});

it("adds up this day's completed deposits, in satang", () => {
  const now = new Date('2026-11-22T12:00:00');
  const row = (over: object, hours: number) =>
    makeStatementRow({ createdAt: new Date(now.getTime() + hours * 3_600_000).toISOString(), amount: 0.1, ...over });
  const rows = [
    row({}, -12),
    row({ amount: 0.2 }, 0),
    row({ amount: 500 }, -13),
    row({ amount: 500, status: 'FAILED' }, 0),
    row({ amount: 500, statementType: 'withdraw' }, 0),
  ];
  expect(depositedToday(rows, now)).toBe(0.3);
  expect(depositedToday([], now)).toBe(0);
});

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
it.each([
  [`Mozilla/5.0 (Linux; Android 14; K) ${WEBKIT} Chrome/130.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Mobile/15E148 Safari Line/14.1`, 'LINE · iPhone'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.0 Safari/605.1.15`, 'Safari · Mac'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`, 'Edge · Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox · Linux'],
  ['curl/8.0', ''],
  ['', ''],
])('%s is %s', (agent, name) => {
  expect(agentName(agent)).toBe(name);
});
