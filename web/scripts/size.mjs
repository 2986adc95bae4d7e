// Compares dist/ with budgets.json. Prints a table; exits 1 where a gate is passed or a subject is missing.
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const budgets = JSON.parse(readFileSync('budgets.json', 'utf8'));
if (!existsSync('dist/.vite/manifest.json')) fail('no build: run `npm run build` first');
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));

const read = (file) => readFileSync(`dist/${file}`);
const sizes = new Map();
const gzip = (file) => memo(`gz ${file}`, () => gzipSync(read(file), { level: 9 }).length / 1024);
const brotli = (file) => memo(`br ${file}`, () => brotliCompressSync(read(file)).length / 1024);
const sum = (files, size) => [...files].reduce((total, file) => total + size(file), 0);

/** The files of a module with all that it imports statically. */
function closure(key, seen = new Set()) {
  const chunk = manifest[key] ?? fail(`${key} is not in the build`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const child of chunk.imports ?? []) closure(child, seen);
  return seen;
}
const minus = (files, others) => new Set([...files].filter((file) => !others.has(file)));
const union = (...sets) => new Set(sets.flatMap((set) => [...set]));

const texts = (group, locale) => {
  const key = `src/shared/i18n/locales/${locale}/${group}.ts`;
  return manifest[key] ? closure(key) : new Set();
};
const isText = (key) => key.startsWith('src/shared/i18n/locales/');
const textFiles = new Set(
  Object.keys(manifest)
    .filter(isText)
    .flatMap((key) => [...closure(key)]),
);

const entry = closure('index.html');
const login = union(entry, texts('core', 'th'));
const home = union(closure('src/app/member-layout.tsx'), closure('src/features/home/home-page.tsx'));
const sheetKey = 'src/features/deposit/deposit-sheet.tsx';
const firstSheet = manifest[sheetKey] ? closure(sheetKey) : closure('src/features/profile/password-sheet.tsx');
const allJs = new Set(
  Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => file.endsWith('.js')),
);
const css = new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []));
const fonts = [
  ...read([...css][0])
    .toString()
    .matchAll(/assets\/([\w-]+\.woff2)/g),
].map((match) => `assets/${match[1]}`);
// The word ລາວ in the language switch wakes one Lao weight.
const firstFonts = fonts.filter((file) => !/lao-600/.test(file));

const rows = [];
check('login', sum(login, gzip));
check('css', sum(css, gzip));
check(
  'fonts',
  firstFonts.reduce((total, file) => total + read(file).length / 1024, 0),
);
check(
  'transfer',
  sum(login, brotli) +
    sum(css, brotli) +
    brotli('index.html') +
    firstFonts.reduce((total, file) => total + read(file).length / 1024, 0),
);
check('home', sum(minus(home, union(login, textFiles)), gzip));
check('sheet', sum(minus(firstSheet, union(login, home, textFiles)), gzip));
check('all', sum(minus(allJs, textFiles), gzip));
// What the pages of one part speak may all be loaded at once; what else is said comes with the sheet that says it.
const PARTS = { visitors: ['core', 'open', 'errors'], members: ['core', 'member', 'offers', 'errors'] };
const SPOKEN = Object.values(PARTS).flat();
for (const locale of ['th', 'lo', 'en']) {
  for (const [part, groups] of Object.entries(PARTS))
    check('catalogue', sum(union(...groups.map((group) => texts(group, locale))), gzip), `${locale}, ${part}`);
  const folder = `src/shared/i18n/locales/${locale}/`;
  const others = Object.keys(manifest).filter((key) => key.startsWith(folder) && manifest[key].isDynamicEntry);
  for (const key of others) {
    const group = key.slice(folder.length, -'.ts'.length);
    if (!SPOKEN.includes(group)) check('texts', sum(texts(group, locale), gzip), `${locale}/${group}`);
  }
}
// Lazy chunks of features, without what the first sheet or the pages before have already brought along.
const known = union(login, home, firstSheet, textFiles);
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || isText(key)) continue;
  const own = sum(minus(closure(key), known), gzip);
  const budget = key.includes('/chat/') ? 'chat' : 'chunk';
  // Libraries on demand (toasts, dialogs, the socket) have the first sheet's allowance.
  if (/\/(ui\/(toaster|confirm|language-menu|safe-html)|wallet\/live|api\/socket)/.test(key)) check('sheet', own, key);
  else if (own > 0) check(budget, own, key);
}

for (const row of rows) console.log(row.text);
if (rows.some((row) => row.over)) fail('over budget');

function check(name, value, subject = '') {
  const { gate } = budgets[name];
  const over = value > gate;
  rows.push({
    over,
    text: `${over ? 'OVER' : 'ok  '} ${name.padEnd(10)} ${value.toFixed(1).padStart(7)} of ${String(gate).padStart(4)} kB  ${subject.replace('src/', '')}`,
  });
}
function memo(key, make) {
  if (!sizes.has(key)) sizes.set(key, make());
  return sizes.get(key);
}
function fail(text) {
  console.error(text);
  process.exit(1);
}
