import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** So many frames without a movement: one may begin a moment after what it moves is there. */
const CALM = 6;
/** What goes on for longer is no way in or out, such as a bar that runs down. */
const LONGEST_MS = 3_000;

/** Movements end first: half a fade has no contrast to measure. */
function still(page: Page): Promise<void> {
  return page.evaluate(
    ([calm, longest]: [number, number]) =>
      new Promise<void>((done) => {
        const moves = ({ effect, playState }: Animation) =>
          playState === 'running' && Number(effect?.getComputedTiming().endTime) <= longest;
        let left = calm;
        const look = () => {
          left = document.getAnimations().some(moves) ? calm : left - 1;
          if (left > 0) requestAnimationFrame(look);
          else done();
        };
        look();
      }),
    [CALM, LONGEST_MS] as [number, number],
  );
}

/** A stop of a journey: a picture is kept, nothing lies outside the screen, and the page has no barriers. */
export async function stop(page: Page, name: string): Promise<void> {
  await still(page);
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: `../artefacts/screens/${name}-${width}.png` });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
  // In the page itself (legacy): else each report opens a tab of its own. It would miss frames of other sites: none is here.
  const found = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode()
    .analyze();
  const barriers = found.violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(barriers, `barriers on ${name}`).toEqual([]);
}
