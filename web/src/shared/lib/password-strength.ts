/**
 * The strength of a password while it is typed. It is only a hint: the server knows the most common ones, and decides.
 */
export type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** The server's minimum length of a password (API.md, Account). */
export const PASSWORD_MIN = 8;
const COMMON =
  /^(pass(word)?|qwerty|iloveyou|admin|welcome|letmein|dragon|monkey|krapao|thailand|football|abc)?[\d!@#.]*$/;

/** `about` holds known facts about the member: the phone, names. */
export function passwordStrength(password: string, about: readonly string[] = []): Strength {
  if ([...password].length < PASSWORD_MIN) return 'short';
  const plain = password.toLowerCase();
  const rest = about.reduce((text, known) => withoutWords(text, known.toLowerCase()), plain);
  if (COMMON.test(plain) || novelty(rest) < 4) return 'weak';
  return novelty(plain) >= 12 ? 'strong' : 'fair';
}

function withoutWords(text: string, known: string): string {
  const words = [known, ...known.split(/\s+/), known.replace(/^0/, '')].filter((word) => word.length > 2);
  return words.reduce((left, word) => left.split(word).join(''), text);
}

/** The number of characters that can't be predicted: a run (abc, 987, aaa) counts once, and so does a repetition. */
function novelty(text: string): number {
  const codes = [...unit(text)].map((sign) => sign.codePointAt(0) ?? 0);
  let count = 0;
  for (let at = 0; at < codes.length; count += 1) {
    const step = (codes[at + 1] ?? Number.NaN) - (codes[at] ?? 0);
    let end = at + 1;
    while (Math.abs(step) <= 1 && (codes[end] ?? Number.NaN) - (codes[end - 1] ?? 0) === step) end += 1;
    at = end - at >= 3 ? end : at + 1;
  }
  return count;
}

function unit(text: string): string {
  for (let length = 1; length * 2 <= text.length; length += 1) {
    if (text.slice(length) === text.slice(0, -length)) return text.slice(0, length);
  }
  return text;
}
