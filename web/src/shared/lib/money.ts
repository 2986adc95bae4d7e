/** Not by Intl: to make its first format takes a slow phone 50 ms, before its first screen. */
const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

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

/**
 * What a member typed as baht, or undefined where it is no amount: at most 2 decimals, separators allowed,
 * below the wire's 1,000,000,000.
 */
export function parseAmount(typed: string): number | undefined {
  const plain = typed.replace(/[,\s฿]/g, '');
  if (!/^\d{1,10}(\.\d{0,2})?$/.test(plain)) return undefined;
  const amount = Number(plain);
  return amount <= 1_000_000_000 ? amount : undefined;
}

/** Part of a balance in whole satang, rounded down: what the 25 % button fills in. */
export function portion(amount: number, percent: number): number {
  return Math.floor(Math.round(amount * 100) * (percent / 100)) / 100;
}
