import type { ActiveBonus, Bonus, BonusTerms } from '@/shared/api/wire';

/** Bangkok is seven hours ahead of UTC all year. The product's days are Bangkok's, for a member abroad too. */
const BANGKOK_MS = 7 * 3_600_000;
const DAY_MS = 86_400_000;

const dayOf = (at: Date | string) => Math.floor((new Date(at).getTime() + BANGKOK_MS) / DAY_MS);
/** Weeks begin on Monday; day 0, the first of January 1970, was a Thursday. */
const weekOf = (at: Date | string) => Math.floor((dayOf(at) + 3) / 7);

export type CardState = 'current' | 'received' | 'open';

/** SPEC.md §4: a bonus is in use, received (as often as its type allows: ever, today, this week), or available. */
export function cardState({ type, maxReceived, userBonus }: Bonus, now: Date): CardState {
  if (userBonus?.isActive) return 'current';
  const all = userBonus?.received ?? [];
  const counted = {
    limit: () => all.length,
    day: () => all.filter(({ updatedAt }) => dayOf(updatedAt) === dayOf(now)).length,
    week: () => all.filter(({ updatedAt }) => weekOf(updatedAt) === weekOf(now)).length,
  }[type]();
  return counted >= maxReceived ? 'received' : 'open';
}

/** The card's large figure: "100%" of a deposit, or baht. */
export const isMatch = (terms: BonusTerms) => terms.matchPercent > 0;

/** docs/founding/RULES.md §7: a credit this small has no condition. A match may be larger, whatever its percent. */
export const isFree = (terms: BonusTerms) => !isMatch(terms) && terms.amount <= 20;

const satang = (baht: number) => Math.round(baht * 100);

export interface Example {
  deposit: number;
  credit: number;
  /** 0: it ends only by turnover. */
  target: number;
  /** 0: it ends only at the target. */
  turnover: number;
}

/**
 * The least deposit that the terms accept, and its result, in baht. Amounts are rounded as the server does: credits
 * down, targets up, both to the satang.
 */
export function example(terms: BonusTerms, percentSuccess: number): Example {
  const deposit = isMatch(terms) ? satang(terms.minimum) : 0;
  const matched = Math.min(Math.floor((deposit * terms.matchPercent) / 100), satang(terms.cap));
  const credit = isMatch(terms) ? matched : satang(terms.amount);
  const base = deposit + credit;
  return {
    deposit: deposit / 100,
    credit: credit / 100,
    target: terms.end === 'turnover' ? 0 : Math.ceil((base * percentSuccess) / 100) / 100,
    turnover: terms.end === 'target' ? 0 : (base * terms.turnover) / 100,
  };
}

export interface Progress {
  /** From 0 to 1. */
  part: number;
  /** Baht left to do. */
  left: number;
}

const clamp = (part: number) => Math.min(1, Math.max(0, part));

/** The total's progress from the floor, where the condition fails, to the target. */
export function towardsTarget({ total, floor, target }: Pick<ActiveBonus, 'total' | 'floor' | 'target'>): Progress {
  const way = target - floor;
  return {
    part: way > 0 ? clamp((total - floor) / way) : 1,
    left: Math.max(0, satang(target) - satang(total)) / 100,
  };
}

export function towardsTurnover({ required, done }: { required: number; done: number }): Progress {
  return {
    part: required > 0 ? clamp(done / required) : 1,
    left: Math.max(0, satang(required) - satang(done)) / 100,
  };
}

/** Whole days and hours until then, both rounded down; 0 and 0 afterwards. */
export function timeLeft(until: string, now: Date): { days: number; hours: number } {
  const hours = Math.max(0, Math.floor((new Date(until).getTime() - now.getTime()) / 3_600_000));
  return { days: Math.floor(hours / 24), hours: hours % 24 };
}

/** The operator's notice with the percent at which this bonus ends. */
export const noticeFor = (notice: string, percentFail: number) =>
  notice.replaceAll('%percentFail%', String(percentFail));
