// Checks the texts for members against docs/texts.md: its terms, its spellings, its exceptions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LANGUAGES = { Thai: 'th', Lao: 'lo', English: 'en' };
const SEGMENTERS = {
  th: new Intl.Segmenter('th', { granularity: 'word' }),
  lo: new Intl.Segmenter('lo', { granularity: 'word' }),
};
const DOCUMENT = '../docs/texts.md';

/**
 * Returns the problems of texts. `texts` maps a name that a person can find to { th, lo, en }; a language may be
 * missing where the text is not translated.
 */
export function termProblems(texts, document = readFileSync(DOCUMENT, 'utf8')) {
  const { terms, avoided, exceptions } = read(document);
  const needed = new Set();
  const problems = [];
  for (const [name, text] of texts) {
    for (const language of ['th', 'lo', 'en']) {
      if (text[language] === undefined) continue;
      const said = words(text[language]);
      for (const word of avoided[language])
        if (uses(said, word, language)) problems.push(`${name}: ${language} says ${word.avoid}, not ${word.write}`);
      const habit = broken(said, language);
      if (habit) problems.push(`${name}: ${language}: ${habit}`);
    }
    if (text.en === undefined) continue;
    for (const term of terms.filter(({ pattern }) => pattern.test(words(text.en)))) {
      for (const language of ['th', 'lo']) {
        if (text[language] === undefined || term[language].some((word) => text[language].includes(word))) continue;
        const exception = `${name} ${term.name}`;
        if (exceptions.has(exception)) needed.add(exception);
        else problems.push(`${name}: ${language} has no ${term[language][0]} for "${term.name}"`);
      }
    }
  }
  for (const exception of exceptions)
    if (!needed.has(exception)) problems.push(`docs/texts.md: the exception ${exception} is not needed`);
  return problems;
}

/** The texts of the server: { th, lo, en } anywhere in the demo's content, and TH, LO, EN side by side in Go. */
export function serverTexts() {
  const texts = new Map();
  const folder = '../cmd/krapao/demo';
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
    collect(JSON.parse(readFileSync(join(folder, name), 'utf8')), `demo/${name}`, texts);
  for (const name of goFiles('..')) {
    const code = readFileSync(name, 'utf8');
    const found = [...code.matchAll(/TH:\s*("[^"\n]*"),\s*LO:\s*("[^"\n]*"),\s*EN:\s*("[^"\n]*")/g)];
    if (found.length !== [...code.matchAll(/(?:TH|LO): *"[^"\n]*[\u0e00-\u0eff]/g)].length / 2)
      throw new Error(`${name}: write TH, LO and EN side by side, so that this check can read them`);
    found.forEach(([, th, lo, en], index) => {
      texts.set(`${name.slice(3)}:${index + 1}`, { th: JSON.parse(th), lo: JSON.parse(lo), en: JSON.parse(en) });
    });
  }
  return texts;
}

function collect(value, name, texts) {
  if (value === null || typeof value !== 'object') return;
  if (typeof value.th === 'string' && typeof value.en === 'string') {
    texts.set(name, value);
    return;
  }
  for (const [key, part] of Object.entries(value)) collect(part, `${name}/${part?.code ?? key}`, texts);
}

function goFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(web|bin|\..*|node_modules|testdata)$/.test(entry.name) ? [] : goFiles(path);
    return entry.name.endsWith('.go') && !entry.name.endsWith('_test.go') ? [path] : [];
  });
}

/** The text that a member reads: without markup and placeholders. */
function words(text) {
  return text.replace(/<[^>]*>/g, ' ').replace(/\{\w+\}|%\w+%/g, '…');
}

/**
 * Thai and Lao have no spaces between words: กด is also in ฝากด้วย. So a word counts only at a word's beginning, and
 * not as part of a longer word that is right.
 */
function uses(text, { avoid, right, anywhere, pattern }, language) {
  if (language === 'en') return pattern.test(text);
  const rest = right.reduce((left, word) => left.replaceAll(word, ' '), text);
  if (anywhere || !rest.includes(avoid)) return rest.includes(avoid);
  return [...SEGMENTERS[language].segment(rest)].some(({ index }) => rest.startsWith(avoid, index));
}

/** Spaces that Thai and Lao use, and spaces that they don't. */
function broken(text, language) {
  if (language === 'en') return undefined;
  if (/[\u0e00-\u0eff][A-Za-z0-9]|[A-Za-z0-9][\u0e00-\u0eff]/.test(text))
    return 'no space beside Latin letters or digits';
  if (/[\u0e00-\u0eff]\.(\s|$)/.test(text.replaceAll(' น.', ''))) return 'a full stop';
  if (/"/.test(text)) return 'a straight quote';
  if (language === 'lo' && /[^\s]ແລະ|(?<=[^\sເ])ຫຼື(?!ອ)|ແລະ(?!\s)|(?<!ເ)ຫຼື(?![\sອ])/.test(text))
    return 'ແລະ and ຫຼື stand between spaces';
  return undefined;
}

function read(document) {
  const terms = [];
  const avoided = { th: [], lo: [], en: [] };
  for (const [english, thai, notThai, lao, notLao] of rows(document, 'Terms')) {
    const forms = list(english);
    const term = { name: forms[0], th: list(thai), lo: list(lao), pattern: wholeWords(forms) };
    terms.push(term);
    for (const [language, words] of [
      ['th', list(notThai)],
      ['lo', list(notLao)],
    ])
      for (const avoid of words) avoided[language].push(forbid(avoid, term[language]));
  }
  for (const heading of ['Letters', 'Spellings and habits'])
    for (const [words, write, language] of rows(document, heading))
      for (const avoid of list(words))
        avoided[LANGUAGES[language]].push({ ...forbid(avoid, list(write)), anywhere: heading === 'Letters' });
  const exceptions = new Set(rows(document, 'Exceptions').map(([key, term]) => `${key.replaceAll('`', '')} ${term}`));
  return { terms, avoided, exceptions };
}

function forbid(avoid, write) {
  return { avoid, write: write[0], right: write.filter((word) => word.includes(avoid)), pattern: wholeWords([avoid]) };
}

function wholeWords(forms) {
  return new RegExp(`(?<![\\w-])(${forms.join('|')})(?![\\w-])`, 'i');
}

function list(cell) {
  return cell === '—' ? [] : cell.split(', ');
}

/** The cells of the table under a heading. A missing table is an error, so the check can't pass without it. */
function rows(document, heading) {
  const [, section] = document.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`${DOCUMENT} has no section "${heading}"`);
  const lines = section
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}
