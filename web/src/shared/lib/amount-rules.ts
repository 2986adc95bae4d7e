import { inSteps, SATANG } from './money';

/** What an amount has to keep to, in baht. */
export interface Bounds {
  min?: number;
  max?: number;
  /** What there is of it. */
  have?: number;
  /** It is a whole multiple of this; without, of a satang. */
  step?: number;
}

/** Why an amount will not do. `missing`: there is none. */
export type Fault = 'missing' | 'step' | 'minimum' | 'maximum' | 'notEnough';

const ANY = Number.POSITIVE_INFINITY;

/** The first thing that is wrong with an amount of baht, in the order in which a member would mend it. */
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
