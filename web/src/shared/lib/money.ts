/**
 * 1250 is "1,250". It does not use Intl: creating its first format takes a slow phone 50 ms, before the first screen.
 */
export const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

function format(amount: number, decimals: number): string {
  const [whole = '', part = ''] = amount.toFixed(decimals).split('.');
  return `${grouped(whole)}.${part.slice(0, 2)}${part.slice(2).replace(/0+$/, '')}`;
}

/** 1250.5 is "1,250.50". */
export const formatAmount = (amount: number) => format(amount, 2);

/** A provider's credits: up to 4 decimals. */
export const formatCredits = (amount: number) => format(amount, 4);

/** 1250.5 is "฿1,250.50"; -20 is "-฿20.00". */
export const baht = (amount: number) => `${amount < 0 ? '-' : ''}฿${formatAmount(Math.abs(amount))}`;

/** Whole baht for buttons: 1000 is "฿1,000". */
export const wholeBaht = (amount: number) => `฿${grouped(amount.toFixed(0))}`;

/** The smallest amount of baht. */
export const SATANG = 0.01;

const inSatang = (amount: number) => Math.round(amount * 100);

/** Part of a balance in whole steps (baht), rounded down: the value of the 25 % button. */
export function portion(amount: number, percent: number, step = SATANG): number {
  const part = Math.floor(inSatang(amount) * (percent / 100));
  return (part - (part % inSatang(step))) / 100;
}

/** Reports whether an amount is a whole number of steps: others are refused, not rounded. */
export const inSteps = (amount: number, step: number) => inSatang(amount) % inSatang(step) === 0;

/** The smallest step that is a multiple of the steps at both ends of a transfer. */
export function commonStep(one: number, other: number): number {
  let [a, b] = [inSatang(one), inSatang(other)];
  const product = a * b;
  while (b > 0) [a, b] = [b, a % b];
  return product / a / 100;
}
