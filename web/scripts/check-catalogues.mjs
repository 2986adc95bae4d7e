// Checks the texts: every locale has the same keys with the same placeholders, every key is used, and a screen uses
// only the groups that its route loads. These texts and the server's follow the terms of docs/texts.md. Exits 1 and
// names each offence.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverTexts, termProblems } from './terms.mjs';

const LOCALES = ['th', 'lo', 'en'];
/** Codes come from the server, so their keys appear nowhere in the code. */
const SPOKEN_BY_SERVER = /^(error|action|fact)\./;

const problems = [];
const sources = readdirSync('src', { recursive: true })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('i18n/locales'))
  .map((name) => ({ name, code: readFileSync(join('src', name), 'utf8') }));
const told = new Map([
  ...texts({
    folder: 'src/shared/i18n/locales',
    has: (name) => !name.startsWith('console/'),
    groups: { open: 'open', member: 'member', offers: 'offers' },
    groupsFor,
  }),
  ...texts({
    folder: 'src/console/i18n/locales',
    has: (name) => name.startsWith('console/'),
    prefix: 'console/',
    groupsFor: consoleGroupsFor,
  }),
]);
const keys = told.size;
for (const [name, text] of offlineTexts()) told.set(name, text);
for (const [name, text] of serverTexts()) told.set(name, text);
problems.push(...termProblems(told));

for (const problem of problems) console.error(problem);
if (problems.length) process.exit(1);
console.log(`${told.size} texts in ${LOCALES.length} languages, ${told.size - keys} of them outside the catalogues`);

/** Checks the catalogues of the member app or of the console, and returns their texts by key. */
function texts({ folder, has, prefix = '', groups = {}, groupsFor }) {
  const catalogues = Object.fromEntries(LOCALES.map((locale) => [locale, readAll(folder, locale)]));
  const code = sources.filter(({ name }) => has(name));
  const files = (group) => (groups[group] ? filesOf(folder, group) : [group]);
  compare(catalogues);
  checkUse(catalogues.th, code, (name) => groupsFor(name)?.flatMap(files));
  return [...catalogues.th.keys()].map((key) => [
    prefix + key,
    Object.fromEntries(LOCALES.map((locale) => [locale, catalogues[locale].get(key)?.text])),
  ]);
}

function compare(catalogues) {
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
}

function checkUse(catalogue, code, filesFor) {
  const used = new Set();
  for (const { name, code: text } of code) {
    if (/\.test\.|(^|\/)testing\//.test(name)) continue;
    const allowed = filesFor(name);
    for (const [, key] of text.matchAll(/['"`]([a-zA-Z]+(?:\.[\w-]+)*)['"`]/g)) {
      const entry = catalogue.get(key);
      if (!entry) continue;
      used.add(key);
      if (allowed && !allowed.includes(entry.file))
        problems.push(`${name} uses ${key} of ${entry.file}.ts, which its route does not load`);
    }
  }
  const families = familiesOf(code);
  for (const [key, { file }] of catalogue) {
    if (used.has(key) || SPOKEN_BY_SERVER.test(key) || families.some((family) => key.startsWith(family))) continue;
    problems.push(`th/${file}: ${key} is not used`);
  }
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
  if (name.startsWith('features/preview/')) return ['core', 'preview'];
  if (name.startsWith('features/chat/')) return ['core', 'chat', 'errors'];
  // The dialog loads it with the texts of the page that registers, which has the same field.
  if (name === 'features/protection/components/identity-code.tsx')
    return ['core', 'open', 'member', 'protection', 'errors'];
  if (/^features\/(protection|profile)\//.test(name)) return ['core', 'member', 'protection', 'errors'];
  if (name.startsWith('features/content/')) return ['core', 'open', 'member', 'errors'];
  if (/^features\/(bonus|refund|invite|banners|spin)\//.test(name)) return ['core', 'member', 'offers', 'errors'];
  if (name.startsWith('features/')) return ['core', 'member', 'errors'];
  return undefined;
}

/** The groups of texts that a feature of the console may use: core, errors and what its routes load (console/app/app.tsx). */
function consoleGroupsFor(name) {
  const [, feature] = /^console\/features\/([\w-]+)\//.exec(name) ?? [];
  if (!feature) return undefined;
  const routes = readFileSync('src/console/app/app.tsx', 'utf8').matchAll(
    /page\(\s*\(\) => import\('@\/console\/features\/([\w-]+)\/[\w-]+'\)([^)]*)\)/g,
  );
  const loaded = [...routes].filter(([, of]) => of === feature).flatMap(([, , groups]) => groups.match(/\w+/g) ?? []);
  return ['core', 'errors', ...loaded];
}

/** Families of keys whose last word is a value: `t(\`status.${value}\`)` makes "status." one. */
function familiesOf(code) {
  const found = code.flatMap(({ code: text }) => [...text.matchAll(/`([a-zA-Z]+(?:\.\w+)*\.)\$\{/g)]);
  return [...new Set(found.map(([, family]) => family))];
}

function filesOf(folder, group) {
  const code = readFileSync(`${folder}/th/${group}.ts`, 'utf8');
  return [...code.matchAll(/from '\.\/([\w-]+)'/g)].map((match) => match[1]);
}

function readAll(folder, locale) {
  const entries = new Map();
  for (const name of readdirSync(join(folder, locale))) {
    const file = name.replace('.ts', '');
    const code = readFileSync(join(folder, locale, name), 'utf8');
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
