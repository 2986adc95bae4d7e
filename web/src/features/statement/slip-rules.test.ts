import { describe, expect, it } from 'vitest';
import { makeSlip } from '@/testing/factories';
import { NEXT_STEPS, nextStep, slipState, wayOn } from './slip-rules';

describe('what a member sees of a slip', () => {
  it.each([
    ['checking', {}],
    ['checking', { amount: 500 }],
    ['review', { note: 'NOT_MATCH', amount: 500 }],
    ['review', { note: 'UNKNOW_ERROR' }],
    ['coming', { note: 'SLIP_QR_PENDING', amount: 500 }],
    ['done', { status: 'SUCCESS' as const, amount: 500 }],
    ['failed', { status: 'FAILED' as const, note: 'INVALID_SLIP' }],
    ['failed', { status: 'FAILED' as const, note: 'SLIP_REFNO_DUPLICATED', amount: 500 }],
    ['failed', { status: 'FAILED' as const, note: 'DEST_ACC_INVALID', amount: 500 }],
    ['already', { status: 'FAILED' as const, note: 'SLIP_ALREADY_CREDITED', amount: 500 }],
    ['assigning', { status: 'FAILED' as const, note: 'NOT_MATCH', amount: 500 }],
    ['assigning', { status: 'FAILED' as const, note: 'EXPIRED_SLIP', amount: 500 }],
  ])('%s: %o', (expected, over) => {
    expect(slipState(makeSlip(over))).toBe(expected);
  });
});

describe('the next step', () => {
  it.each(Object.keys(NEXT_STEPS))('%s has its own advice for the member', (reason) => {
    expect(nextStep(reason)).toBe(`slips.next.${reason}`);
  });

  it('an unknown reason leads to support', () => {
    expect(nextStep('SOMETHING_NEW')).toBe('slips.next.UNKNOW_ERROR');
    expect(nextStep(null)).toBe('slips.next.UNKNOW_ERROR');
    expect(wayOn('SOMETHING_NEW')).toBe('contact');
  });

  it.each([
    ['CANNOT_READ_CROPPED_IMAGE', 'again'],
    ['INVALID_SLIP', 'again'],
    ['SLIP_SEVERAL', 'again'],
    ['NOT_MATCH', 'contact'],
    ['EXPIRED_SLIP', 'contact'],
    ['SLIP_REFNO_DUPLICATED', undefined],
  ])('%s: %s', (reason, way) => {
    expect(wayOn(reason)).toBe(way);
  });
});
