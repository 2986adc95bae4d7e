import { describe, expect, it } from 'vitest';
import { refusal } from './rules';

describe('a transfer is refused before it is asked for', () => {
  it.each([
    ['', 'joker', 10, 'transfer.choose'],
    ['WALLET', '', 10, 'transfer.choose'],
    ['joker', 'joker', 10, 'transfer.same'],
    ['WALLET', 'joker', undefined, 'transfer.minimum'],
    ['WALLET', 'joker', 0.99, 'transfer.minimum'],
    ['WALLET', 'joker', 1, undefined],
  ])('from %j to %j of %j: %j', (from, to, amount, expected) => {
    expect(refusal(from, to, amount)).toBe(expected);
  });
});
