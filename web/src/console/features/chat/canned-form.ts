import type { Canned } from '@/console/api/contract';
import type { PlainKey } from '@/console/i18n/types';
import type { ChangedCanned } from './queries';

/** What is wrong with a field, by the key of its text. */
export type Wrong = Partial<Record<'title' | 'keys' | 'th' | 'lo' | 'en', PlainKey>>;

const KEYS = /^[a-z0-9-]*$/;

/** An answer's code is what stands in its address: made once, of its keys where it has some. */
function codeOf(keys: string, taken: readonly Canned[]): string {
  const known = new Set(taken.map(({ code }) => code));
  if (keys && !known.has(keys)) return keys;
  const stem = keys || 'answer';
  for (let n = 2; ; n++) if (!known.has(`${stem}-${n}`)) return `${stem}-${n}`;
}

/** Reads the form; without a body if something is wrong. Two answers behind one key would be one of them by chance. */
export function readCanned(
  form: FormData,
  answer: Canned | null,
  taken: readonly Canned[],
): { wrong: Wrong; body?: ChangedCanned } {
  const read = (name: string) => String(form.get(name) ?? '').trim();
  const [title, keys, th, lo, en] = [read('title'), read('keys').toLowerCase(), read('th'), read('lo'), read('en')];
  const wrong: Wrong = {};
  if (!title) wrong.title = 'chat.cannedEmpty';
  if (!KEYS.test(keys)) wrong.keys = 'chat.cannedKeysForm';
  else if (keys && taken.some((one) => one.keys === keys && one.code !== answer?.code))
    wrong.keys = 'chat.cannedKeysTaken';
  for (const [language, text] of Object.entries({ th, lo, en }))
    if (!text) wrong[language as 'th'] = 'chat.cannedEmpty';
  if (Object.keys(wrong).length > 0) return { wrong };
  return { wrong, body: { code: answer?.code ?? codeOf(keys, taken), title, keys, text: { th, lo, en } } };
}
