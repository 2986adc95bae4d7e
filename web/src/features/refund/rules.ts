import type { RefundCheck } from '@/shared/api/wire';

export type Refusal = 'bonus' | 'next' | 'nothing';

/** Why no refund can be received now, or undefined if one can (SPEC.md §4: never while a bonus is held). */
export function refusal({ result, bonus, info }: RefundCheck, now: Date): Refusal | undefined {
  if (bonus) return 'bonus';
  if (info.next && new Date(info.next) > now) return 'next';
  return result ? undefined : 'nothing';
}

/** Why the purse can't be moved into the wallet. */
export function addRefusal({ bonus, refundAmount }: RefundCheck): 'bonus' | 'nothing' | undefined {
  if (bonus) return 'bonus';
  return refundAmount > 0 ? undefined : 'nothing';
}
