import type { Page } from '@playwright/test';
import { atDesk, says } from './desk';
import { expect, test } from './product';

// The reports of the money on paper: the table whole, and nothing of the console around it.

/** A4 at 96 dots an inch, within margins of a centimetre. */
const PAPER = { width: 718, height: 1047 };

/** What of the page is wider or higher than the place that it is cut off by. */
const cutOff = (desk: Page) =>
  desk.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter((box) => {
        const { overflowX, overflowY, display } = getComputedStyle(box);
        const cut = (overflow: string, within: number, needs: number) => overflow !== 'visible' && needs > within + 1;
        return (
          display !== 'inline' &&
          box.querySelector('table') !== null &&
          (cut(overflowX, box.clientWidth, box.scrollWidth) || cut(overflowY, box.clientHeight, box.scrollHeight))
        );
      })
      .map((box) => `${box.tagName} ${box.className}`),
  );

/** The page as it is printed: as wide as paper, with each row of its tables, and nothing to press. */
async function prints(desk: Page, tables: number, rows: readonly string[]): Promise<void> {
  const screen = desk.viewportSize();
  await desk.setViewportSize(PAPER);
  await desk.emulateMedia({ media: 'print' });
  await expect(desk.getByRole('table')).toHaveCount(tables);
  for (const name of rows) await expect(desk.getByRole('rowheader', { name, exact: true })).toBeVisible();
  for (const role of ['button', 'navigation', 'search', 'complementary', 'banner'] as const)
    await expect(desk.getByRole(role)).toHaveCount(0);
  await expect(desk.getByText(/^Printed .* by nok$/)).toBeVisible();
  expect(await cutOff(desk)).toEqual([]);
  const wider = await desk.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBe(0);
  await desk.emulateMedia({ media: null });
  if (screen) await desk.setViewportSize(screen);
}

test('the finance report, the coverage and a kept liability report print whole', async ({ browser, product }) => {
  const desk = await atDesk(browser, product, 'nok');

  await test.step('the finance report of a day', async () => {
    await desk.goto(`${product.console}/money/finance`);
    await expect(desk.getByRole('table')).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Print' })).toBeVisible();
    await prints(desk, 1, ['Bonuses and promotions']);
  });

  await test.step('a report is made, opened from the list of those that were kept, and printed', async () => {
    await desk.goto(`${product.console}/money/coverage`);
    await desk.getByRole('button', { name: 'Make the report now' }).click();
    await says(desk, 'for the file of the month');
    await expect(desk.getByText('Make the report now: done')).toBeVisible();
    const kept = desk.getByRole('region', { name: 'Kept reports' });
    await kept.getByRole('listitem').filter({ hasText: 'nok' }).getByRole('link').first().click();
    await expect(desk.getByRole('heading', { name: /^Liability report of / })).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Print' })).toBeVisible();
    await prints(desk, 2, ['Held', 'In games']);
    await expect(desk.getByRole('link', { name: 'To the coverage of now' })).toBeVisible();
  });
});
