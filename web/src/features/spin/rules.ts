import type { Coupon, SpinSlice } from '@/shared/api/wire';
import { translate } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { FREE_CREDIT } from '@/shared/ui/condition';

/** SPEC.md §9: coupons of a page. */
export const COUPONS_A_PAGE = 3;

export const pageOf = (coupons: readonly Coupon[], page: number) =>
  coupons.slice((page - 1) * COUPONS_A_PAGE, page * COUPONS_A_PAGE);

/** The last page that exists: a claim may have emptied the current one. */
export const lastPage = (coupons: readonly Coupon[]) => Math.max(1, Math.ceil(coupons.length / COUPONS_A_PAGE));

export const isExpired = (coupon: Coupon, now: Date) => new Date(coupon.expiresAt) <= now;

/** A coupon's value as text: money, or coins. */
export const prizeText = ({ prize, amount }: Pick<Coupon, 'prize' | 'amount'>) =>
  prize.kind === 'coin' ? translate('spin.coins', { count: amount }) : baht(amount);

/** Whether a claim blocks withdrawals until a condition has ended. */
export const hasCondition = ({ prize, amount }: Coupon) => prize.kind !== 'coin' && amount > FREE_CREDIT;

/** The newest coupon of a slice: the prize of the last draw of it. Undefined if the slice has no prize. */
export function wonBy(coupons: readonly Coupon[], slice: string): Coupon | undefined {
  const own = coupons.filter(({ prize }) => prize.slice.code === slice);
  return own.sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}

export const indexOf = (slices: readonly SpinSlice[], code: string) => slices.findIndex((slice) => slice.code === code);

/** 0.3 is "30%"; small ones keep three figures, and none is shown as zero. */
export function chanceText(odds: number): string {
  const percent = odds * 100;
  const shown = percent >= 1 ? percent.toFixed(1) : percent.toPrecision(2);
  return `${Number(shown)}%`;
}

/** The member's own part of its draws: 1 to 64 printable ASCII characters. */
export const isClientSeed = (text: string) => /^[\x20-\x7e]{1,64}$/.test(text);
