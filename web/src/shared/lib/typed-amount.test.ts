import { describe, expect, test } from 'vitest';
import { groupTyped, plainTyped, readAmount } from './typed-amount';

describe('a typed amount', () => {
  test.each<[string, number]>([
    ['100', 100],
    ['0.1', 0.1],
    ['007', 7],
    // A comma before exactly three digits groups them.
    ['1,250.50', 1250.5],
    ['75,000', 75_000],
    ['12,345,678', 12_345_678],
    ['1,000,000,000.00', 1_000_000_000],
    // Otherwise it is the decimal sign, as in Laos and on many phones.
    ['100,50', 100.5],
    ['12,5', 12.5],
    ['0,75', 0.75],
    [',5', 0.5],
    ['.5', 0.5],
    ['42,', 42],
    ['42.', 42],
    ['1.234,5', 1234.5],
    ['12.345.678,90', 12_345_678.9],
    ['2.500.000', 2_500_000],
    // Blanks of all kinds group as a comma does.
    ['1 250,50', 1250.5],
    ['7\u00a0500', 7500],
    ['7\u202f500.25', 7500.25],
    ["1'000'000", 1_000_000],
    // The currency around it, and the Thai notation of a price.
    ['฿ 20', 20],
    ['฿1,250.50', 1250.5],
    ['300 บาท', 300],
    ['300ບາດ', 300],
    ['THB 45.50', 45.5],
    ['500.-', 500],
    ['1,500.– บาท', 1500],
    // Digits of other scripts, and invisible characters.
    ['๑,๒๕๐.๕๐', 1250.5],
    ['໓໐໐', 300],
    ['１２３．４５', 123.45],
    ['１，０００', 1000],
    ['\u200e1,00\u200b0\u200f', 1000],
  ])('%j is %d baht', (typed, amount) => expect(readAmount(typed)).toEqual({ amount }));

  test.each([
    ['1.000', 'ambiguous'],
    ['12.500', 'ambiguous'],
    ['0,500', 'ambiguous'],
    ['1234,567', 'ambiguous'],
    ['1.2345', 'decimals'],
    ['1,2345', 'decimals'],
    ['0.125', 'decimals'],
    ['1,250.505', 'decimals'],
    ['1.250,505', 'decimals'],
    ['1000000001', 'large'],
    ['1,000,000,000.01', 'large'],
    ['99999999999999999999', 'large'],
    ['12,34,567', 'unreadable'],
    ['1,25,0', 'unreadable'],
    ['1.2.3', 'unreadable'],
    ['1,250,', 'unreadable'],
    ['1 5', 'unreadable'],
    ['1,000.000,00', 'unreadable'],
    ['100-200', 'unreadable'],
    ['-5', 'unreadable'],
    ['+5', 'unreadable'],
    ['1e3', 'unreadable'],
    ['abc', 'unreadable'],
    ['.', 'unreadable'],
    ['$5', 'unreadable'],
  ])('%j is refused: %s', (typed, unread) => expect(readAmount(typed)).toEqual({ unread }));

  test.each(['', '  ', '฿', '\u200b'])('%j is empty', (typed) => expect(readAmount(typed)).toEqual({}));
});

test.each([
  ['99999999', '99,999,999', '99999999'],
  ['1250.5', '1,250.50', '1250.50'],
  ['100,50', '100.50', '100.50'],
  ['๑๐๐๐', '1,000', '1000'],
  ['999', '999', '999'],
  ['1000000000', '1,000,000,000', '1000000000'],
  ['1.000', '1.000', '1.000'],
  ['12345.678', '12345.678', '12345.678'],
  ['', '', ''],
])('%j is shown as %j, and edited as %j', (typed, shown, edited) => {
  expect(groupTyped(typed)).toBe(shown);
  expect(plainTyped(typed)).toBe(edited);
});
