import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** A stop of a journey: a picture is kept, nothing lies outside the screen, and the page has no barriers. */
export async function stop(page: Page, name: string): Promise<void> {
  // Movements end first: half a fade has no contrast to measure.
  await page.waitForTimeout(400);
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: `../artefacts/screens/${name}-${width}.png` });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
  const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
  const barriers = found.violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(barriers, `barriers on ${name}`).toEqual([]);
}
