import { expect, type Page } from '@playwright/test';

/**
 * Goes to another address of the app as one of its links does: without loading the app again. An open sheet is closed
 * first, since two sheets are in the page while one takes the other's place. A page is there when it has set its title:
 * React shows its placeholder for some time even if its code is there.
 */
export async function walk(page: Page, path: string): Promise<void> {
  const here = new URL(page.url());
  if (here.searchParams.has('sheet')) {
    await lead(page, here.pathname);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const title = await page.title();
  await lead(page, path);
  if (new URL(path, here).pathname !== here.pathname) await expect(page).not.toHaveTitle(title);
}

/** The app's router reads the address when the browser tells that it has changed. */
const lead = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
