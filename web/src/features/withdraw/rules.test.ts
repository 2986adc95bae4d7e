import { expect, it } from 'vitest';
import { lessOwed } from './rules';

it.each([
  [500, 0, 500],
  [500, 120.5, 379.5],
  [100.3, 0.1, 100.2],
  [100, 250, 0],
])('of %d baht, %d owed, %d can leave', (amount, owed, expected) => {
  expect(lessOwed(amount, owed)).toBe(expected);
});
