import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Looks this far apart, and so many of them without a movement: one may begin a moment after what it moves is there. */
const PAUSE = 50;
const CALM = 3;
/** What goes on for longer is no way in or out, such as a bar that runs down. */
const LONGEST = 3_000;

/** Movements end first: half a fade has no contrast to measure. */
async function still(page: Page): Promise<void> {
  const until = Date.now() + LONGEST;
  for (let calm = 0; calm < CALM && Date.now() < until; ) {
    const moving = await page.evaluate(() =>
      document.getAnimations().some(({ effect, playState }) => {
        const { iterations } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && iterations !== Number.POSITIVE_INFINITY; // a skeleton pulses for ever
      }),
    );
    calm = moving ? 0 : calm + 1;
    await page.waitForTimeout(PAUSE);
  }
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
