import { describe, expect, it } from 'vitest';
import { lessOwed, refusal } from './rules';

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

it.each([
  [500, 0, 500],
  [500, 120.5, 379.5],
  [100.3, 0.1, 100.2],
  [100, 250, 0],
])('of %d baht, %d owed, %d can leave', (amount, owed, expected) => {
  expect(lessOwed(amount, owed)).toBe(expected);
});
