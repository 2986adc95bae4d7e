import type { PlainKey } from '@/shared/i18n/types';
import { plainText } from './plain-text';

interface Plan {
  country: string;
  /** A number in its national form. */
  national: RegExp;
}

/** Thai numbers have exactly 10 digits (SPEC.md §5); in Laos mode the server wants 6 to 15 with the country (API.md). */
const THAILAND: Plan = { country: '66', national: /^0\d{9}$/ };
const LAOS: Plan = { country: '856', national: /^(?:0\d{5,12}|[1-9]\d{5,11})$/ };

/** Separators between digits, which are ignored: blanks, dashes, brackets, dots, slashes. */
const BETWEEN = /[\s\p{Z}\p{Pd}\p{Ps}\p{Pe}.·・‧∙•。/_~−⁃˗ー➖]/gu;

/**
 * The number in its national form, or undefined if the text is not a number. It accepts +66, 0066 or 66 in front (and a
 * zero after that, in brackets or not), any separators, and Thai, Lao or full-width digits. A number that is too long
 * is not valid: nothing is cut.
 */
export function readPhone(typed: string, laos: boolean): string | undefined {
  const { country, national } = laos ? LAOS : THAILAND;
  const plain = plainText(typed)
    .replace(/^\s*tel:/i, '')
    .replace(BETWEEN, '');
  const abroad = new RegExp(`^(?:\\+|00)?${country}0?(\\d+)$`).exec(plain);
  const number = abroad ? `0${abroad[1]}` : plain;
  return national.test(number) ? number : undefined;
}

/** The message for an invalid number. */
export const phoneTrouble = (laos: boolean): PlainKey => (laos ? 'phone.lao' : 'phone.tenDigits');

/** 0812345678 is "081-234-5678"; other lengths stay as they are. */
export function formatPhone(digits: string): string {
  return digits.length === 10 ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : digits;
}
