import type { ItemDetail } from '@/console/api/contract';

/** Facts by the field that they are the likely value of. */
const FIELDS: Record<string, string> = { account: 'account', ourAccount: 'account', paidAt: 'at' };

/** What the fields of a decision begin with: what is known already is not typed. */
export function firstOf({ kind, amount, facts }: ItemDetail): Record<string, string> {
  const first: Record<string, string> = {};
  for (const { name, after } of facts) {
    const field = FIELDS[name];
    if (field) first[field] = after;
  }
  // A slip's own account is asked for only where the bank does not say it, and a link's outcome is never guessed.
  if (kind === 'slip') delete first.account;
  if (amount !== null) first.amount = String(amount);
  return first;
}
