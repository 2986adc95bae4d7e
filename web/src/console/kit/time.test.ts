import { expect, test } from 'vitest';
import { dayOf, formatMoment, momentOf, shiftDay, span, startOfDay, wallClock } from './time';

test('a time is the house’s, whatever the operator’s clock says', () => {
  expect(formatMoment('2026-11-22T17:30:05.000Z', 'Asia/Bangkok')).toBe('23/11/2026 00:30:05');
  expect(formatMoment('2026-11-22T17:30:05.000Z', 'UTC')).toBe('22/11/2026 17:30:05');
});

test('a time is typed as the house’s clock shows it', () => {
  const at = '2026-11-22T17:30:05.000Z';
  expect(wallClock(at, 'Asia/Bangkok')).toBe('2026-11-23T00:30:05');
  expect(momentOf('2026-11-23T00:30:05', 'Asia/Bangkok')).toBe(at);
  expect(momentOf('2026-11-23T00:30', 'Asia/Bangkok')).toBe('2026-11-22T17:30:00.000Z');
  expect(momentOf('', 'Asia/Bangkok')).toBeUndefined();
});

test.each([
  [0, 'second', 0],
  [59_999, 'second', 59],
  [60_000, 'minute', 1],
  [-3_599_999, 'minute', 59],
  [3_600_000, 'hour', 1],
  [172_800_000, 'day', 2],
])('%i ms are in %ss: %i', (ms, unit, count) => {
  expect(span(ms)).toEqual({ unit, count });
});

test.each([
  ['2026-11-22', 'Asia/Bangkok', '2026-11-21T17:00:00.000Z'],
  ['2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z'],
  // The clocks of New York go back in the night of the first of November.
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
])('%s begins in %s at %s', (day, zone, at) => {
  expect(startOfDay(day, zone)).toBe(at);
  expect(dayOf(at, zone)).toBe(day);
});

test('days go on over months', () => {
  expect(shiftDay('2026-11-30', 1)).toBe('2026-12-01');
  expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
});
