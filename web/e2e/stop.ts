import { expect, type Page } from '@playwright/test';
import { barriersOf } from '../testing/barriers.mjs';

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
  await pass(page, name);
  expect(await barriersOf(page), `barriers on ${name}`).toEqual([]);
}

/** As stop, but for the barriers: those are the dearer half. */
export async function pass(page: Page, name: string): Promise<void> {
  await still(page);
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: `../artefacts/screens/${name}-${width}.png` });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
}
