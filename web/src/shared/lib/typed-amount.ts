import { formatAmount, grouped } from './money';
import { plainText } from './plain-text';

/** Why a typed text is not an amount. `ambiguous`: it can be read in two ways, and a guess might move another sum. */
export type Unread = 'ambiguous' | 'decimals' | 'large' | 'unreadable';

/** Baht, or the reason for none; neither if nothing was typed. */
export interface Reading {
  amount?: number;
  unread?: Unread;
}

/** The wire's largest amount (API.md). */
const LARGEST = 1_000_000_000;

/** Symbols around a number that name the currency: "฿100", "100 บาท", "100.-". */
const AROUND = /^[\s฿]+|[\s฿]+$|(?:บาท|ບາດ|baht|thb)\s*$|^\s*thb|[.,]?\p{Pd}+\s*$/giu;

/** Thailand writes 1,250.50, Laos and many phones 1.250,50, others 1 250,50. */
const MARKS = ',. ';

/**
 * Reads a typed or pasted text as baht. A mark groups only before exactly three digits, and is a decimal sign only if
 * it occurs once. A mark that can be both is refused, except a comma before three digits, which groups them here.
 */
export function readAmount(typed: string): Reading {
  const text = bare(typed);
  if (text === '') return {};
  if (!/^[\d,. ]*$/.test(text) || !/\d/.test(text)) return { unread: 'unreadable' };
  const { whole, decimals = '', unread } = split(text);
  if (unread) return { unread };
  if (decimals.length > 2) return { unread: 'decimals' };
  const amount = Number(`${whole || '0'}.${decimals || '0'}`);
  return amount > LARGEST ? { unread: 'large' } : { amount };
}

/** The text while nobody edits it: "99999999.5" is "99,999,999.50". A text that can't be read stays as it was typed. */
export function groupTyped(typed: string): string {
  const { amount } = readAmount(typed);
  if (amount === undefined) return typed;
  return Number.isInteger(amount) ? grouped(String(amount)) : formatAmount(amount);
}

/** The text while it is edited: digits, and a point before two decimals if there are some. */
export function plainTyped(typed: string): string {
  const { amount } = readAmount(typed);
  if (amount === undefined) return typed;
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}

/** Makes all blanks one kind, including the apostrophe, which groups in some places. */
function bare(typed: string): string {
  let text = plainText(typed).replace(/['’]/g, ' ');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(AROUND, '');
  }
  return text;
}

interface Parts {
  whole?: string;
  decimals?: string | undefined;
  unread?: Unread;
}

/** The digits before and after the decimal sign. */
function split(text: string): Parts {
  const used = [...MARKS].filter((mark) => text.includes(mark));
  if (used.length === 0) return { whole: text };
  const [last = '', other] = used.sort((a, b) => text.lastIndexOf(b) - text.lastIndexOf(a));
  const [head = '', tail = ''] = cut(text, last);
  if (used.length > 2 || last === ' ') return allGroups(text, last, other);
  if (text.indexOf(last) !== text.lastIndexOf(last)) return allGroups(text, last, other);
  // It occurs once. After other marks it can only be the decimal sign, unless it continues the grouping as a blank
  // does.
  if (other) return areGroups(head, other) ? { whole: digits(head), decimals: tail } : { unread: 'unreadable' };
  if (tail.length !== 3) return { whole: head, decimals: tail };
  const groups = areGroups(text, last);
  if (last === ',') return groups ? { whole: digits(text) } : { unread: 'ambiguous' };
  // "1.000" is one baht here and a thousand in Laos; "0.500" and "1234.500" only have too many decimals.
  return groups ? { unread: 'ambiguous' } : { whole: head, decimals: tail };
}

/** Only groups of three: a mark that occurs more than once can mean nothing else. */
function allGroups(text: string, mark: string, other: string | undefined): Parts {
  return !other && areGroups(text, mark) ? { whole: digits(text) } : { unread: 'unreadable' };
}

/** "1,250", "12,000,000": up to three digits without a leading zero, then threes. */
function areGroups(text: string, mark: string): boolean {
  const [first = '', ...rest] = text.split(mark);
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
}

const digits = (text: string) => text.replace(/\D/g, '');

function cut(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}
