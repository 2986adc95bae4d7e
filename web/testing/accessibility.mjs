import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The builder's own axe with its names minified. Unminified it is 1.5 MB, which took a page longer than all rules. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The builder would send and run axe in each frame, and in the page twice. */
async function bring(page) {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
}

/** The accessibility violations of a page, by axe: a line for each rule that is broken, with its elements. */
export async function violationsOf(page) {
  await bring(page);
  const { violations } = await new AxeBuilder({ page, axeSource: ';' })
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode() // in the page itself: else each report opens a tab of its own. It misses frames of other sites: there are none.
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
