import type { WithdrawLimits } from '@/shared/api/wire';

export type Refusal = 'amount' | 'minimum' | 'maximum' | 'notEnough';

/** Why this amount can't be withdrawn, or undefined where it can. Amounts in baht; `total` is the wallet and the games. */
export function refusal(amount: number | undefined, limits: WithdrawLimits, total: number): Refusal | undefined {
  if (amount === undefined || amount <= 0) return 'amount';
  if (amount < limits.withdrawMin) return 'minimum';
  if (amount > limits.withdrawMax) return 'maximum';
  if (amount > total) return 'notEnough';
  return undefined;
}

/** Baht left after what the member owes stays where it is (RULES.md §3), in whole satang. */
export function lessOwed(amount: number, owed: number): number {
  return Math.max(0, Math.round((amount - owed) * 100) / 100);
}
