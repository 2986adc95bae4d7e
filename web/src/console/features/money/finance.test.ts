import { expect, test } from 'vitest';
import { makeFinance } from '@/console/testing/report-fixtures';
import { linesOf, missing, spanOf } from './finance-lines';

const rowOf = (changes = {}) => makeFinance(changes).rows[0] as ReturnType<typeof makeFinance>['rows'][number];

test('opening and all lines make closing, to the satang', () => {
  expect(missing(rowOf())).toBe(0);
  expect(missing(rowOf({ bonus: 24_300.01 }))).toBe(-0.01);
});

test('money that came back through payouts is a line of its own, and what did not move is none', () => {
  const names = linesOf(rowOf()).map(({ id }) => id);
  expect(names.slice(0, 5)).toEqual(['in KBANK', 'in SCB1', 'in payout', 'out SCB1', 'out payout']);
  expect(linesOf(rowOf()).find(({ id }) => id === 'in payout')?.accounts).toEqual(['house:payout']);
});

test.each([
  ['2026-11-27', 'day', '2026-11-27', '2026-11-27'],
  ['2026-11-27', 'week', '2026-11-23', '2026-11-29'],
  ['2026-11-29', 'week', '2026-11-23', '2026-11-29'],
  ['2026-02-11', 'month', '2026-02-01', '2026-02-28'],
  ['2026-12-31', 'month', '2026-12-01', '2026-12-31'],
] as const)('the %s is in the %s from %s to %s', (day, by, from, to) => {
  expect(spanOf(day, by)).toEqual({ from, to });
});
