/**
 * Cleans a number that was typed, filled in by the browser, or pasted: its invisible characters and the script of its
 * digits.
 */

const DIGIT = /\p{Nd}/u;

/** Thai, Lao and full-width digits, and those of any other script, as 0 to 9: each script has its ten in a row. */
function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });
}

/** Removes direction marks and zero-width characters; makes all blanks one kind, and full-width characters plain. */
export const plainText = (text: string): string =>
  plainDigits(
    text
      .normalize('NFKC')
      .replace(/\p{Cf}|\u034f|\ufe0f/gu, '')
      .replace(/[\s\p{Z}\p{Cc}\u115f\u1160\u2800\u3164]+/gu, ' '),
  );
