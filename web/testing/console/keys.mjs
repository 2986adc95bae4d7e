// Keys of texts that stand on a page as they are: a page whose group of texts is not loaded shows them instead of words.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../src/console/i18n/locales/en/', import.meta.url);
const KEYS = new Set(
  readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^ {2}'([\w.-]+)':/gm)].map(([, key]) => key),
  ),
);
// What is in the group that every page has is never missing; codes of the audit log are among its keys.
for (const [, key] of readFileSync(new URL('core.ts', folder), 'utf8').matchAll(/^ {2}'([\w.-]+)':/gm))
  KEYS.delete(key);

/** The keys that a page shows. */
export async function keysOn(page) {
  const texts = await page.evaluate(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all = [];
    while (nodes.nextNode()) all.push(nodes.currentNode.data);
    return all.join(' ');
  });
  return [...texts.matchAll(/[a-z]\w*(?:\.[\w-]+)+/g)].map(([word]) => word).filter((word) => KEYS.has(word));
}
