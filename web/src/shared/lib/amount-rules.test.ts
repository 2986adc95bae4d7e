import { describe, expect, test } from 'vitest';
import { type Bounds, faultOf } from './amount-rules';

const withdrawal: Bounds = { min: 100, max: 200_000, have: 500 };
const intoGame: Bounds = { min: 1, step: 0.5 };

describe('an amount is refused before it is sent', () => {
  test.each<[number | undefined, Bounds, string | undefined]>([
    [undefined, {}, 'missing'],
    [0, {}, undefined],
    [0, withdrawal, 'minimum'],
    [99.99, withdrawal, 'minimum'],
    [100, withdrawal, undefined],
    [500, withdrawal, undefined],
    [500.01, withdrawal, 'notEnough'],
    [200_000, { ...withdrawal, have: 200_000 }, undefined],
    [200_000.01, { ...withdrawal, have: 500_000 }, 'maximum'],
    [0.5, intoGame, 'minimum'],
    [0.4, intoGame, 'step'],
    [1.5, intoGame, undefined],
    [1.75, intoGame, 'step'],
  ])('%j within %j: %j', (amount, bounds, fault) => {
    expect(faultOf(amount, bounds)).toBe(fault);
  });
});
