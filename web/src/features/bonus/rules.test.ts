import { describe, expect, it } from 'vitest';
import { makeBonus, makeTerms } from '@/testing/offer-factories';
import { cardState, example, noticeFor, timeLeft, towardsTarget, towardsTurnover } from './rules';

const received = (...times: string[]) => ({
  userBonus: { _id: 'u', isActive: false, received: times.map((updatedAt) => ({ updatedAt })) },
});

describe('a card is', () => {
  // Sunday 22 November 2026, half past eleven in the evening in Bangkok.
  const now = new Date('2026-11-22T16:30:00Z');
  it.each([
    ['open before it was ever received', makeBonus(), 'open'],
    [
      'current while it is in use, however often received',
      makeBonus({ userBonus: { _id: 'u', isActive: true, received: [] } }),
      'current',
    ],
    ['received when its limit is used up', makeBonus({ ...received('2020-01-01T00:00:00Z') }), 'received'],
    ['open below its limit', makeBonus({ maxReceived: 2, ...received('2020-01-01T00:00:00Z') }), 'open'],
    // 17:00 UTC is Bangkok's midnight.
    ['received today', makeBonus({ type: 'day', ...received('2026-11-21T17:00:00Z') }), 'received'],
    ['open on the next day', makeBonus({ type: 'day', ...received('2026-11-21T16:59:59.999Z') }), 'open'],
    ['received this week', makeBonus({ type: 'week', ...received('2026-11-15T17:00:00Z') }), 'received'],
    ['open from Monday on', makeBonus({ type: 'week', ...received('2026-11-15T16:59:59.999Z') }), 'open'],
  ])('%s', (_, bonus, state) => {
    expect(cardState(bonus, now)).toBe(state);
  });
});

describe('the example', () => {
  it('is the least deposit, the credit cut at its cap, and the target above', () => {
    expect(example(makeTerms(), 300)).toEqual({ deposit: 100, credit: 100, target: 600, turnover: 0 });
    const cut = makeTerms({ matchPercent: 50, minimum: 1000, cap: 200, end: 'both', turnover: 5 });
    expect(example(cut, 300)).toEqual({ deposit: 1000, credit: 200, target: 3600, turnover: 6000 });
  });
  it('has no deposit if none is required, and no target if only turnover counts', () => {
    const free = makeTerms({ matchPercent: 0, amount: 50, end: 'turnover', turnover: 5 });
    expect(example(free, 300)).toEqual({ deposit: 0, credit: 50, target: 0, turnover: 250 });
  });
  it('rounds credits down and targets up', () => {
    expect(example(makeTerms({ matchPercent: 33, minimum: 1.01 }), 333)).toEqual({
      deposit: 1.01,
      credit: 0.33,
      target: 4.47,
      turnover: 0,
    });
  });
});

describe('progress to the target', () => {
  it.each([
    [300, 0.5, 300],
    [30, 0, 570],
    [10, 0, 590],
    [570.1, 0.947, 29.9],
    [600, 1, 0],
    [900, 1, 0],
  ])('at a total of %d is done to %d, with %d baht left', (total, part, left) => {
    const way = towardsTarget({ total, floor: total === 300 ? 0 : 30, target: 600 });
    expect(way.part).toBeCloseTo(part, 2);
    expect(way.left).toBe(left);
  });
  it('ends at the required turnover', () => {
    expect(towardsTurnover({ required: 1000, done: 250.5 })).toEqual({ part: 0.2505, left: 749.5 });
    expect(towardsTurnover({ required: 1000, done: 1200 })).toEqual({ part: 1, left: 0 });
  });
});

it('counts the whole days and hours left', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  expect(timeLeft('2026-11-24T13:59:59Z', now)).toEqual({ days: 2, hours: 3 });
  expect(timeLeft('2026-11-22T09:00:00Z', now)).toEqual({ days: 0, hours: 0 });
});

it("fills in the percentage wherever the operator's notice has it", () => {
  expect(noticeFor('at <b>%percentFail%%</b>, %percentFail% per cent', 5)).toBe('at <b>5%</b>, 5 per cent');
});
