import { describe, expect, it } from 'vitest';
import { inBaht, isUnread } from './credits';

describe('a game in baht', () => {
  it.each([
    [0, 1, 0],
    [12.3456, 1, 12.34],
    [12.3456, 10, 123.45],
    [0.29, 1, 0.29],
    [1.15, 1, 1.15],
    [100.1, 10, 1001],
  ])('%f credits at %f are %f', (amount, ftWalletSlot, expected) => {
    expect(inBaht({ amount, ftWalletSlot })).toBe(expected);
  });
});

describe('a game that did not answer the last refresh', () => {
  const refreshed = '2026-11-20T12:00:00.000Z';
  it.each([
    ['read with it', true, '2026-11-20T12:00:00.000Z', refreshed, false],
    ['read after it', true, '2026-11-20T12:00:03.120Z', refreshed, false],
    ['read before it', true, '2026-11-20T11:59:59.999Z', refreshed, true],
    ['never read', true, null, refreshed, true],
    ['never refreshed', true, null, null, false],
    ['without an account', false, null, refreshed, false],
  ])('%s', (_, isActive, amountAt, syncedAt, expected) => {
    expect(isUnread({ isActive, amountAt }, syncedAt)).toBe(expected);
  });
});
