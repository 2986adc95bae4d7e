// Compares dist-console/ with budgets.json, as size.mjs does for the member app.
import { budgetTable, built, minus, sum, union } from './built.mjs';

const { manifest, closure, gzip } = built('dist-console');
const { check, tell } = budgetTable();

const texts = (group, locale) => closure(`i18n/locales/${locale}/${group}.ts`);
const isText = (key) => key.startsWith('i18n/locales/');
const textFiles = new Set(
  Object.keys(manifest)
    .filter(isText)
    .flatMap((key) => [...closure(key)]),
);

// Who comes in the morning is signed in, and sees the inbox first.
const entry = closure('index.html');
for (const locale of ['th', 'lo', 'en']) {
  const spoken = union(...['core', 'errors', 'proposals', 'decision', 'facts'].map((group) => texts(group, locale)));
  check('console', sum(union(entry, closure('features/proposals/proposals-page.tsx'), spoken), gzip), locale);
}
check('console-css', sum(new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? [])), gzip));
for (const [key, chunk] of Object.entries(manifest))
  if (chunk.isDynamicEntry && !isText(key))
    check('console-part', sum(minus(closure(key), union(entry, textFiles)), gzip), key);
const scripts = Object.values(manifest)
  .map(({ file }) => file)
  .filter((file) => file.endsWith('.js'));
check('console-all', sum(minus(new Set(scripts), textFiles), gzip));
tell();
