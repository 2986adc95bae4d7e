import { describe, expect, it } from 'vitest';
import { inBaht } from './credits';

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
