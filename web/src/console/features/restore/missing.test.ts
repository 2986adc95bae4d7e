import { expect, test } from 'vitest';
import { firstOf, missingSpans } from './missing';

const at = (hour: number, rest = '00:00.000Z') => `2026-11-27T${String(hour).padStart(2, '0')}:${rest}`;
const whole = { from: at(8), to: at(12, '30:00.250Z') };
const list = (from: number, to: number, done = true) => ({
  id: `${from} ${to}`,
  asked: false,
  failure: '',
  from: at(from),
  to: at(to),
  done,
  rows: 1,
  known: 1,
  booked: 0,
  cases: 0,
});

test('without lists all of it is missing, and a list may begin with all of it', () => {
  const missing = missingSpans(whole, []);
  expect(missing).toEqual([whole]);
  expect(firstOf(missing)).toEqual({ from: at(8), to: at(12, '30:01.000Z') });
});

test('a hole between lists is missing, and a list whose rows wait covers nothing', () => {
  expect(missingSpans(whole, [list(10, 13), list(7, 9), list(9, 10, false)])).toEqual([{ from: at(9), to: at(10) }]);
});

test('lists that overlap and go beyond it cover it', () => {
  expect(missingSpans(whole, [list(6, 11), list(9, 10), list(10, 14)])).toEqual([]);
  expect(firstOf([])).toEqual({});
});

test('what lies outside of it helps nothing', () => {
  expect(missingSpans(whole, [list(1, 2), list(14, 15)])).toEqual([whole]);
});
