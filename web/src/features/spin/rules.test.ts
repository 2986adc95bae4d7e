import { expect, test } from 'vitest';
import { COUPONS, makeCoupon, SLICES } from '@/testing/spin-handlers';
import { chanceText, hasCondition, indexOf, isClientSeed, isExpired, lastPage, pageOf, wonBy } from './rules';

test('shows three coupons on a page', () => {
  expect(pageOf(COUPONS, 1).map(({ _id }) => _id)).toEqual(['c1', 'c2', 'c3']);
  expect(pageOf(COUPONS, 2).map(({ _id }) => _id)).toEqual(['c4']);
  expect([lastPage([]), lastPage(COUPONS.slice(0, 3)), lastPage(COUPONS)]).toEqual([1, 1, 2]);
});

test('a coupon has expired from its time on', () => {
  const coupon = makeCoupon({ expiresAt: '2026-11-22T05:00:00.000Z' });
  expect(isExpired(coupon, new Date('2026-11-22T04:59:59.999Z'))).toBe(false);
  expect(isExpired(coupon, new Date('2026-11-22T05:00:00.000Z'))).toBe(true);
});

test('the newest coupon of the slice is the prize', () => {
  expect(wonBy(COUPONS, 'C50')?._id).toBe('c1');
  expect(wonBy([...COUPONS].reverse(), 'C50')?._id).toBe('c1');
  expect(wonBy(COUPONS, 'NOTHING')).toBeUndefined();
});

test('money above 20 baht has a condition; coins never', () => {
  expect(hasCondition(makeCoupon({ amount: 20 }))).toBe(false);
  expect(hasCondition(makeCoupon({ amount: 20.01 }))).toBe(true);
  const prize = { ...makeCoupon().prize, kind: 'coin' as const };
  expect(hasCondition(makeCoupon({ prize, amount: 50 }))).toBe(false);
});

test('a slice is found by its code', () => {
  expect([indexOf(SLICES, 'C20'), indexOf(SLICES, 'GONE')]).toEqual([2, -1]);
});

test.each([
  [0.3, '30%'],
  [0.125, '12.5%'],
  [1 / 3, '33.3%'],
  [0.001, '0.1%'],
  [0.0000123, '0.0012%'],
])('a chance of %f is told as %s', (odds, text) => {
  expect(chanceText(odds)).toBe(text);
});

test.each([
  ['a', true],
  ['~ !x', true],
  ['x'.repeat(64), true],
  ['', false],
  ['x'.repeat(65), false],
  ['ก', false],
  ['a\n', false],
])('%j as a seed of the member: %s', (text, right) => {
  expect(isClientSeed(text)).toBe(right);
});
