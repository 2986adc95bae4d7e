import { expect, type Page } from '@playwright/test';
import { violationsOf } from '../testing/accessibility.mjs';

/** This many frames without motion. An animation may begin a moment after its element is there. */
const CALM = 6;
/** A longer animation is not a transition but, for example, a bar that runs down. */
const LONGEST_MS = 3_000;

/** Nothing reads the pictures but a person who asks for them: KRAPAO_PICTURES=1. */
const PICTURES = Boolean(process.env.KRAPAO_PICTURES);

/** Waits until animations end: contrast can't be measured in the middle of a fade. */
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

/** A stop of a journey: checks that nothing is outside the screen and that axe finds no violation. */
export async function stop(page: Page, name: string): Promise<void> {
  await pass(page, name);
  expect(await violationsOf(page), `barriers on ${name}`).toEqual([]);
}

/** Like stop, but without axe, which is the slower half. */
export async function pass(page: Page, name: string): Promise<void> {
  await still(page);
  const width = page.viewportSize()?.width ?? 0;
  if (PICTURES) await page.screenshot({ path: `../artefacts/screens/${name}-${width}.png` });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
}
