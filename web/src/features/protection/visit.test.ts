import { expect, it } from 'vitest';
import { length, readVisit, visitAt, writeVisit } from './visit';

const MINUTE = 60_000;
const T = 1_800_000_000_000;

it.each([
  ['the first look', undefined, T, T],
  ['a look a moment later', { since: T - MINUTE, seen: T - 1000 }, T, T - MINUTE],
  ['a look after almost half an hour', { since: T - 90 * MINUTE, seen: T - 30 * MINUTE + 1 }, T, T - 90 * MINUTE],
  ['a look after half an hour', { since: T - 90 * MINUTE, seen: T - 30 * MINUTE }, T, T],
  ['a clock that was put back', { since: T, seen: T + MINUTE }, T, T],
  ['what makes no sense', { since: T + MINUTE, seen: T - 1 }, T, T],
])('%s: the visit began then', (_, before, now, since) => {
  expect(visitAt(before, now)).toEqual({ since, seen: now });
});

it('is stored as text', () => {
  const visit = { since: T, seen: T + 1 };
  expect(readVisit(writeVisit(visit))).toEqual(visit);
  for (const text of [null, '', 'x y', '12']) expect(readVisit(text)).toBeUndefined();
});

it.each([
  [0, { hours: 0, minutes: 0 }],
  [59_999, { hours: 0, minutes: 0 }],
  [42 * MINUTE, { hours: 0, minutes: 42 }],
  [125 * MINUTE, { hours: 2, minutes: 5 }],
])('%s ms is %o', (ms, want) => {
  expect(length({ since: T, seen: T + ms })).toEqual(want);
});
