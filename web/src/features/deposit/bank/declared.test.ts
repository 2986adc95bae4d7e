import { describe, expect, it } from 'vitest';
import { ApiError } from '@/shared/api/error';
import { makeStatementRow } from '@/testing/factories';
import { openOnes, stillWaiting } from './declared';

const at = Date.parse('2026-11-20T12:00:00.000Z');
const minute = 60_000;
const deposit = (amount: number, minutes: number) =>
  makeStatementRow({ amount, createdAt: new Date(at + minutes * minute).toISOString() });

describe('a declared transfer waits', () => {
  it.each([
    ['while nothing came', [], 1],
    ['when another amount came', [deposit(300, 1)], 1],
    ['when it had come before', [deposit(500, -1)], 1],
    ['no more when it came', [deposit(500, 1)], 0],
  ])('%s', (_, rows, left) => {
    expect(stillWaiting([{ amount: 500, at }], rows, at + minute)).toHaveLength(left);
  });

  it('is answered by one deposit each', () => {
    const twice = [
      { amount: 500, at },
      { amount: 500, at: at + 1 },
    ];
    expect(stillWaiting(twice, [deposit(500, 1)], at + minute)).toHaveLength(1);
  });

  it('lapses after 48 hours', () => {
    expect(stillWaiting([{ amount: 500, at }], [], at + 48 * 60 * minute)).toEqual([]);
  });
});

it('reads the open ones from the refusal of a fourth', () => {
  const open = [{ reference: 'r', amount: 250.5, createdAt: '2026-11-20T12:00:00.000Z', lapsesAt: '' }];
  expect(openOnes(new ApiError('DEPOSIT_PENDING', 409, { limit: 3, open }))).toEqual([{ amount: 250.5, at }]);
  expect(openOnes(new ApiError('DEPOSIT_PENDING', 409))).toEqual([]);
});
