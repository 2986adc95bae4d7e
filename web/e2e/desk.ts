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
