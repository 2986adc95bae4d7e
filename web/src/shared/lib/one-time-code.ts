import { plainText } from './plain-text';

/** How many digits a code has. */
export const CODE_LENGTH = 6;

/** The code in what was typed or pasted: the one run of six digits in a whole message, else all digits that there are. */
export function codeIn(typed: string): string {
  const text = plainText(typed);
  const [code, another] = text.match(/\d+/g)?.filter((run) => run.length === CODE_LENGTH) ?? [];
  return code && !another ? code : text.replace(/\D/g, '');
}
