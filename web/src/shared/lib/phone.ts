/** Digits only: members paste numbers with dashes and spaces. */
export const phoneDigits = (typed: string) => typed.replace(/\D/g, '');

/** Thai numbers have exactly 10 digits; Laos mode takes any length (the server wants 6 to 15). */
export function isPhone(typed: string, laos: boolean): boolean {
  const digits = phoneDigits(typed);
  return laos ? digits.length > 0 : digits.length === 10;
}

/** 0812345678 is "081-234-5678"; other lengths stay as they are. */
export function formatPhone(digits: string): string {
  return digits.length === 10 ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : digits;
}
