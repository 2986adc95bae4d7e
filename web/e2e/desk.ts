import { type Browser, expect, type Page } from '@playwright/test';
import type { Product } from './product';

/** An operator of the demo at the console, signed in by one press, in English. */
export async function atDesk(browser: Browser, product: Product, name: string): Promise<Page> {
  const desk = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await desk.addInitScript(() => localStorage.setItem('console-locale', 'en'));
  const signed = await desk.request.post(`${product.console}/api/signin/demo`, {
    data: { name },
    headers: { 'X-Requested-With': 'krapao-operator' },
  });
  expect(signed.ok(), await signed.text()).toBe(true);
  return desk;
}

/** Gives a reason for what was begun, and what it is by where that is asked for. */
export async function says(desk: Page, reason: string, evidence?: string): Promise<void> {
  if (evidence) await desk.getByLabel('What you looked at').fill(evidence);
  await desk.getByLabel('Your reason').fill(reason);
  await desk.keyboard.press('Enter');
}

/** Gives a reason, and confirms it as in a demo. */
export async function decide(desk: Page, reason: string): Promise<void> {
  await says(desk, reason);
  await desk.getByRole('button', { name: 'Confirm', exact: true }).click();
}
