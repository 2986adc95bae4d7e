import { describe, expect, it } from 'vitest';
import { refusal } from './rules';

describe('a withdrawal is refused before it is asked for', () => {
  const limits = { withdrawMin: 100, withdrawMax: 200_000 };
  it.each([
    [undefined, 500, 'amount'],
    [0, 500, 'amount'],
    [99.99, 500, 'minimum'],
    [200_000.01, 500_000, 'maximum'],
    [500.01, 500, 'notEnough'],
    [100, 500, undefined],
    [500, 500, undefined],
    [200_000, 200_000, undefined],
  ])('%j of %d: %j', (amount, total, expected) => {
    expect(refusal(amount, limits, total)).toBe(expected);
  });
});
