// Checks the texts: every locale has the same keys with the same placeholders, every key is used, and a screen uses
// only the groups that its route loads. These texts and the server's follow the terms of docs/texts.md. Exits 1 and
// names each offence.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverTexts, termProblems } from './terms.mjs';

const LOCALES = ['th', 'lo', 'en'];
const GROUPS = {
  core: ['core'],
  chat: ['chat'],
  protection: ['protection'],
  errors: ['errors'],
  open: filesOf('open'),
  member: filesOf('member'),
  offers: filesOf('offers'),
};
/** Codes come from the server, so their keys appear nowhere in the code. */
const SPOKEN_BY_SERVER = /^error\./;
/** Families of keys whose last word is a value: the code builds the key. */
const FAMILIES = familiesOf();

const problems = [];
const catalogues = Object.fromEntries(LOCALES.map((locale) => [locale, readAll(locale)]));

for (const [key, { text, file }] of catalogues.th) {
  for (const locale of ['lo', 'en']) {
    const other = catalogues[locale].get(key);
    if (!other) problems.push(`${locale}/${file}: no ${key}`);
    else if (placeholders(other.text) !== placeholders(text))
      problems.push(`${locale}/${file}: ${key} has other placeholders`);
    else if (locale === 'lo' && /[\u0e00-\u0e7f]/.test(other.text))
      problems.push(`lo/${file}: ${key} has Thai letters`);
  }
  if (/[\u0e80-\u0eff]/.test(text)) problems.push(`th/${file}: ${key} has Lao letters`);
}
for (const locale of ['lo', 'en']) {
  for (const key of catalogues[locale].keys()) {
    if (!catalogues.th.has(key)) problems.push(`${locale}: ${key} is not in th`);
  }
}

const sources = readdirSync('src', { recursive: true })
  .filter(
    (name) =>
      /\.tsx?$/.test(name) && !name.includes('i18n/locales') && !/\.test\./.test(name) && !name.startsWith('testing'),
  )
  .map((name) => ({ name, code: readFileSync(join('src', name), 'utf8') }));
const used = new Set();
for (const { name, code } of sources) {
  for (const [, key] of code.matchAll(/['"`]([a-zA-Z]+(?:\.[\w-]+)*)['"`]/g)) {
    const entry = catalogues.th.get(key);
    if (!entry) continue;
    used.add(key);
    const allowed = groupsFor(name);
    if (allowed && !allowed.some((group) => GROUPS[group].includes(entry.file))) {
      problems.push(`${name} uses ${key} of ${entry.file}.ts, which its route does not load`);
    }
  }
}
for (const [key, { file }] of catalogues.th) {
  if (used.has(key) || SPOKEN_BY_SERVER.test(key) || FAMILIES.some((family) => key.startsWith(family))) continue;
  problems.push(`th/${file}: ${key} is not used`);
}

const told = new Map([...catalogues.th.keys()].map((key) => [key, textsOf(key)]));
for (const [name, text] of offlineTexts()) told.set(name, text);
for (const [name, text] of serverTexts()) told.set(name, text);
problems.push(...termProblems(told));

for (const problem of problems) console.error(problem);
if (problems.length) process.exit(1);
console.log(
  `${told.size} texts in ${LOCALES.length} languages, ${told.size - catalogues.th.size} of them outside the catalogues`,
);

function textsOf(key) {
  return Object.fromEntries(LOCALES.map((locale) => [locale, catalogues[locale].get(key)?.text]));
}

/** The texts that are shown when the catalogues can't be loaded. */
function offlineTexts() {
  const texts = new Map();
  const code = readFileSync('src/shared/i18n/offline.ts', 'utf8');
  for (const locale of LOCALES) {
    const [, block] = code.match(new RegExp(`^ {2}${locale}: \\{([^}]*)\\}`, 'm'));
    for (const [, key, text] of block.matchAll(/(\w+): '([^']*)'/g))
      texts.set(`offline.${key}`, { ...texts.get(`offline.${key}`), [locale]: text });
  }
  return texts;
}

/** The groups of texts that the code in a folder may use (app/routes.tsx, app/sheets.tsx). */
function groupsFor(name) {
  if (name.startsWith('features/auth/')) return ['core'];
  if (name.startsWith('features/register/')) return ['core', 'open', 'errors'];
  if (name.startsWith('features/chat/')) return ['core', 'chat', 'errors'];
  if (/^features\/(protection|profile)\//.test(name)) return ['core', 'member', 'protection', 'errors'];
  if (name.startsWith('features/content/')) return ['core', 'open', 'member', 'errors'];
  if (/^features\/(bonus|refund|invite|banners|spin)\//.test(name)) return ['core', 'member', 'offers', 'errors'];
  if (name.startsWith('features/')) return ['core', 'member', 'errors'];
  return undefined;
}

/** `t(\`status.${value}\`)` makes "status." a family. */
function familiesOf() {
  const found = new Set();
  for (const name of readdirSync('src', { recursive: true })) {
    if (!/\.tsx?$/.test(name)) continue;
    for (const [, family] of readFileSync(join('src', name), 'utf8').matchAll(/`([a-zA-Z]+(?:\.\w+)*\.)\$\{/g))
      found.add(family);
  }
  return [...found];
}

function filesOf(group) {
  const code = readFileSync(`src/shared/i18n/locales/th/${group}.ts`, 'utf8');
  return [...code.matchAll(/from '\.\/([\w-]+)'/g)].map((match) => match[1]);
}

function readAll(locale) {
  const entries = new Map();
  const folder = `src/shared/i18n/locales/${locale}`;
  for (const name of readdirSync(folder)) {
    const file = name.replace('.ts', '');
    const code = readFileSync(join(folder, name), 'utf8');
    for (const [, quoted, bare, single, double] of code.matchAll(
      /^ {2}(?:'([^']+)'|(\w+)):\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"),?$/gm,
    )) {
      const key = quoted ?? bare;
      if (entries.has(key)) problems.push(`${locale}/${file}: ${key} is defined twice`);
      entries.set(key, { text: single ?? double, file });
    }
  }
  return entries;
}

function placeholders(text) {
  return [...text.matchAll(/\{(\w+)\}/g)]
    .map((match) => match[1])
    .sort()
    .join();
}
