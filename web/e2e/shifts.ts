import { expect, type Page } from '@playwright/test';
import { hearing } from '../testing/quiet.mjs';
import type { Product } from './product';

/**
 * Measures which elements of home moved while it loaded, and by how much. The wallet answers only after its
 * placeholders are drawn, so that a placeholder of another size is noticed on the fastest machine too. Web fonts are
 * blocked: on a slow machine they may load late, which moves text by a pixel.
 */
export async function shiftsOfHome(page: Page, product: Product): Promise<string[]> {
  const quiet = hearing(page);
  await page.route('**/*.woff2', (route) => route.abort());
  let drawn = () => {};
  const places = new Promise<void>((resolve) => {
    drawn = resolve;
  });
  await page.route('**/api/wallet', async (route) => {
    await places;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & LayoutShift)[])
        shifts.push(`${value.toFixed(4)}: ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ')}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${product.app}/user/home`);
  await expect(page.getByTestId('total')).toBeVisible();
  await twoFrames(page);
  drawn();
  await expect(page.getByTestId('total')).toHaveText('฿0.00');
  await expect(page.getByRole('button', { name: /Joker/ }).first()).toBeVisible();
  await quiet();
  await twoFrames(page);
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

interface LayoutShift {
  value: number;
  sources: { node: Node | null }[];
}

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
