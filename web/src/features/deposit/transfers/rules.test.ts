import { describe, expect, it } from 'vitest';
import { makeTransfer } from '@/testing/factories';
import { listOf, nextStep, supportHelps, transferState } from './rules';

describe('a transfer', () => {
  it.each([
    ['IN_PROGRESS', null, 'waits'],
    ['IN_PROGRESS', 'NOT_MATCH', 'received'],
    ['SUCCESS', null, 'done'],
    ['FAILED', 'DEPOSIT_LAPSED', 'failed'],
    ['FAILED', null, 'failed'],
  ] as const)('%s %s: %s', (status, note, state) => {
    expect(transferState({ status, note })).toBe(state);
  });

  it.each([
    ['DEPOSIT_LAPSED', 'transfers.nextMissing', true],
    ['DEPOSIT_NOT_FOUND', 'transfers.nextMissing', true],
    ['TRUELINK_INVALID', 'link.nextInvalid', false],
    ['TRUELINK_DUPLICATE', 'link.nextDuplicate', false],
    ['DEPOSIT_RETURNED', 'transfers.nextContact', true],
    ['A_NEW_CODE', 'transfers.nextContact', true],
    [null, 'transfers.nextContact', true],
  ])('that failed for %s leads to %s', (note, next, support) => {
    expect([nextStep(note), supportHelps(note)]).toEqual([next, support]);
  });
});

it('lists those of one way, three of them until all are requested', () => {
  const all = Array.from({ length: 5 }, (_, i) => makeTransfer({ reference: `d${i}` }));
  all.push(makeTransfer({ reference: 'link', kind: 'truelink' }));
  expect(listOf(all, { kind: 'declared', whole: false }).rows.map((one) => one.reference)).toEqual(['d0', 'd1', 'd2']);
  expect(listOf(all, { kind: 'declared', whole: false }).total).toBe(5);
  expect(listOf(all, { kind: 'declared', whole: true }).rows).toHaveLength(5);
  expect(listOf(all, { kind: 'truelink', whole: true, except: ({ reference }) => reference === 'link' })).toEqual({
    total: 0,
    rows: [],
  });
});
