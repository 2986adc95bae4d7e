import { describe, expect, it } from 'vitest';
import { makeSlot, makeWallet } from '@/testing/factories';
import { places, refusal, stepOf } from './rules';

const slots = [
  makeSlot({ code: 'joker', isActive: true }),
  makeSlot({ code: 'huayhd', isActive: true, amount: 12.3456, ftWalletSlot: 10, step: 0.1 }),
  makeSlot({ code: 'old', isActive: true, state: 'closing' }),
];
const all = places(makeWallet({ slots }), 'Wallet');
const place = (code: string) => all.find((one) => one.code === code);

describe('a transfer is refused before it is asked for', () => {
  it.each([
    ['', 'joker', 10, 'transfer.choose'],
    ['WALLET', '', 10, 'transfer.choose'],
    ['joker', 'joker', 10, 'transfer.same'],
    ['WALLET', 'joker', undefined, 'transfer.minimum'],
    ['WALLET', 'joker', 0.99, 'transfer.minimum'],
    ['WALLET', 'joker', 1, undefined],
    ['WALLET', 'old', 10, 'transfer.closing'],
    ['old', 'WALLET', 10, undefined],
  ])('from %j to %j of %j: %j', (from, to, amount, expected) => {
    expect(refusal(place(from), place(to), amount)).toBe(expected);
  });
});

it.each([
  ['WALLET', 'joker', 0.01],
  ['WALLET', 'huayhd', 0.1],
  ['huayhd', 'joker', 0.1],
  ['huayhd', '', 0.1],
])('between %j and %j money moves in steps of %d', (from, to, step) => {
  expect(stepOf(place(from), place(to))).toBe(step);
});
