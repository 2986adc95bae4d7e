import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * The builder's own axe with its names minified. Unminified it sends 1.5 MB to each page, which took longer than all
 * rules.
 */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The accessibility violations of a page, by axe: a line for each rule that is broken, with its elements. */
export async function violationsOf(page) {
  const here = await page.evaluate(() => 'axe' in window);
  const { violations } = await new AxeBuilder({ page, axeSource: here ? ';' : AXE })
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode() // in the page itself: else each report opens a tab of its own. It misses frames of other sites: there are none.
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
