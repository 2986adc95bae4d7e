import { inSteps, SATANG } from './money';

/** The rules for an amount, in baht. */
export interface Bounds {
  min?: number;
  max?: number;
  /** The available balance. */
  have?: number;
  /** It is a whole multiple of this; by default, of a satang. */
  step?: number;
}

/** Why an amount is not valid. `missing`: there is none. */
export type Fault = 'missing' | 'step' | 'minimum' | 'maximum' | 'notEnough';

const ANY = Number.POSITIVE_INFINITY;

/** The first fault of an amount of baht, in the order in which a member would correct it. */
export function faultOf(
  amount: number | undefined,
  { min = 0, max = ANY, have = ANY, step = SATANG }: Bounds,
): Fault | undefined {
  if (amount === undefined) return 'missing';
  if (!inSteps(amount, step)) return 'step';
  if (amount < min) return 'minimum';
  if (amount > max) return 'maximum';
  return amount > have ? 'notEnough' : undefined;
}
