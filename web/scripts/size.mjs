// Compares dist/ with budgets.json and prints a table. Exits 1 if a budget is exceeded or a subject is missing.
import { readFileSync } from 'node:fs';
import { budgetTable, built, fail, minus, sum, union } from './built.mjs';

const { manifest, closure, read, gzip, brotli, raw } = built('dist');
const { check, tell } = budgetTable();

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
const firstFonts = new Set(lettersOf(read([...css][0]).toString()));

check('login', sum(login, gzip));
check('css', sum(css, gzip));
check('fonts', sum(firstFonts, raw));
check('transfer', sum(login, brotli) + sum(css, brotli) + brotli('index.html') + sum(firstFonts, raw));
check('home', sum(minus(home, union(login, textFiles)), gzip));
check('sheet', sum(minus(firstSheet, union(login, home, textFiles)), gzip));
check('all', sum(minus(allJs, textFiles), gzip));
// The text groups of one part's pages may all be loaded at once; the others load with the sheet that needs them.
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
// Lazy chunks of features, without the files that the first sheet or earlier pages have loaded.
const known = union(login, home, firstSheet, textFiles);
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || isText(key)) continue;
  const own = sum(minus(closure(key), known), gzip);
  const budget = key.includes('/chat/') ? 'chat' : 'chunk';
  // Libraries on demand (toasts, dialogs, the socket) have the same allowance as the first sheet.
  if (/\/(ui\/(toaster|confirm|safe-html)|wallet\/socket)/.test(key)) check('sheet', own, key);
  else if (own > 0) check(budget, own, key);
}

tell();

/**
 * The font files that a first visit in Thai loads, found by the characters on the first screen. Language names are
 * shown in the weight of body text; other texts may be in either weight.
 */
function lettersOf(sheet) {
  const faces = [...sheet.matchAll(/@font-face\{([^}]*)\}/g)].map(([, face]) => ({
    file: `assets/${/([\w-]+\.woff2)/.exec(face)[1]}`,
    bold: /font-weight:600/.test(face),
    ranges: [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].map(([, from, to = from]) =>
      [from, to].map((hex) => Number.parseInt(hex, 16)),
    ),
  }));
  if (faces.length === 0) fail('the style sheet names no fonts');
  const core = readFileSync('src/shared/i18n/locales/th/core.ts', 'utf8');
  const names = readFileSync('src/features/auth/components/language-radio.tsx', 'utf8').match(/const SHORT = .*/)[0];
  const wakes =
    (text) =>
    ({ ranges }) =>
      ranges.some(([from, to]) =>
        [...text].some((letter) => letter.codePointAt(0) >= from && letter.codePointAt(0) <= to),
      );
  return faces.filter((face) => wakes(core)(face) || (!face.bold && wakes(names)(face))).map(({ file }) => file);
}
