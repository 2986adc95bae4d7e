import { expect, it } from 'vitest';
import { makeRefund } from '@/testing/offer-factories';
import { addRefusal, refusal } from './rules';

const now = new Date('2026-11-22T03:00:00Z');
const next = (at: string) => ({ info: { ...makeRefund().info, next: at } });

it.each([
  ['a loss', makeRefund(), undefined],
  ['a loss and a bonus', makeRefund({ bonus: true }), 'bonus'],
  ['no loss', makeRefund({ result: false }), 'nothing'],
  ['a receive this week', makeRefund({ result: false, ...next('2026-11-22T17:00:00Z') }), 'next'],
  ['a receive last week', makeRefund(next('2026-11-22T02:00:00Z')), undefined],
])('a refund with %s is received, or refused for its reason', (_, check, why) => {
  expect(refusal(check, now)).toBe(why);
});

it.each([
  [makeRefund(), undefined],
  [makeRefund({ refundAmount: 0 }), 'nothing'],
  [makeRefund({ bonus: true }), 'bonus'],
])('a purse comes into the wallet when it holds something and no bonus is held', (check, why) => {
  expect(addRefusal(check)).toBe(why);
});
