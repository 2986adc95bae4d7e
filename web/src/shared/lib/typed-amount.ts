import { formatAmount, grouped } from './money';
import { plainText } from './plain-text';

/** Why what was typed is no amount. `ambiguous`: it can be read in two ways, and a guess would move another sum. */
export type Unread = 'ambiguous' | 'decimals' | 'large' | 'unreadable';

/** Baht, or why there are none; neither where nothing was typed. */
export interface Reading {
  amount?: number;
  unread?: Unread;
}

/** The wire's largest amount (API.md). */
const LARGEST = 1_000_000_000;

/** What stands around a number and names the currency: "฿100", "100 บาท", "100.-". */
const AROUND = /^[\s฿]+|[\s฿]+$|(?:บาท|ບາດ|baht|thb)\s*$|^\s*thb|[.,]?\p{Pd}+\s*$/giu;

/** Thailand writes 1,250.50, Laos and many a phone 1.250,50, others 1 250,50. */
const MARKS = ',. ';

/**
 * What a member typed or pasted as baht. A mark is a group mark only before exactly three digits, and a decimal sign only
 * where it stands once: what can be both is refused, but a comma before three digits, which groups them here.
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

/** As it is shown while nobody edits it: "99999999.5" is "99,999,999.50". What can't be read stays as it was typed. */
export function groupTyped(typed: string): string {
  const { amount } = readAmount(typed);
  if (amount === undefined) return typed;
  return Number.isInteger(amount) ? grouped(String(amount)) : formatAmount(amount);
}

/** As it is edited: figures, and a point before two decimals where there are some. */
export function plainTyped(typed: string): string {
  const { amount } = readAmount(typed);
  if (amount === undefined) return typed;
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}

/** All blanks alike, the apostrophe that groups in some places one of them. */
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

/** The figures before and after the decimal sign. */
function split(text: string): Parts {
  const used = [...MARKS].filter((mark) => text.includes(mark));
  if (used.length === 0) return { whole: text };
  const [last = '', other] = used.sort((a, b) => text.lastIndexOf(b) - text.lastIndexOf(a));
  const [head = '', tail = ''] = cut(text, last);
  if (used.length > 2 || last === ' ') return allGroups(text, last, other);
  if (text.indexOf(last) !== text.lastIndexOf(last)) return allGroups(text, last, other);
  // Stands once. After other marks it can only be the decimal sign, unless it groups on as a blank does.
  if (other) return areGroups(head, other) ? { whole: digits(head), decimals: tail } : { unread: 'unreadable' };
  if (tail.length !== 3) return { whole: head, decimals: tail };
  const groups = areGroups(text, last);
  if (last === ',') return groups ? { whole: digits(text) } : { unread: 'ambiguous' };
  // "1.000" is one baht here and a thousand in Laos; "0.500" and "1234.500" only have too many decimals.
  return groups ? { unread: 'ambiguous' } : { whole: head, decimals: tail };
}

/** Nothing but groups of three: marks that stand more than once have no other sense. */
function allGroups(text: string, mark: string, other: string | undefined): Parts {
  return !other && areGroups(text, mark) ? { whole: digits(text) } : { unread: 'unreadable' };
}

/** "1,250", "12,000,000": up to three figures that begin with none of zero, then threes. */
function areGroups(text: string, mark: string): boolean {
  const [first = '', ...rest] = text.split(mark);
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
}

const digits = (text: string) => text.replace(/\D/g, '');

function cut(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}
