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

describe('a transfer is refused before it is sent', () => {
  it.each([
    ['', 'joker', 'transfer.choose'],
    ['WALLET', '', 'transfer.choose'],
    ['joker', 'joker', 'transfer.same'],
    ['WALLET', 'joker', undefined],
    ['WALLET', 'old', 'transfer.closing'],
    ['old', 'WALLET', undefined],
  ])('from %j to %j: %j', (from, to, expected) => {
    expect(refusal(place(from), place(to))).toBe(expected);
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
