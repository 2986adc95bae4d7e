import type { Browser, Page } from '@playwright/test';
import { withDevice } from './device';
import { expect, test } from './product';
import { stop } from './stop';

// How a house begins: the owner of the machine invites its first chief, who sets a passkey in a browser, and invites the second one,
// who needs no machine. Whoever has secrets of its own is no longer signed in to by one press, so no other journey shares its house.
test.use({ house: 'first' });

/** A person at its own browser, with its own device. */
async function somebody(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(() => localStorage.setItem('console-locale', 'en'));
  await withDevice(page);
  return page;
}

async function setsPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page.getByText('These codes are shown this once.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
}

test('the machine invites the first chief, who sets a passkey and invites the second', async ({ browser, product }) => {
  const [nok, mai] = [await somebody(browser), await somebody(browser)];

  await test.step('an invitation of the machine leads to a passkey, and into the console', async () => {
    const invitation = (await product.operator('init', 'nok')).trim().split(/\s+/).at(-1);
    await nok.goto(`${product.console}/invitation#${invitation}`);
    await expect(nok.getByText('The owner of the machine')).toBeVisible();
    await stop(nok, 'console-invitation');
    await setsPasskey(nok, 'laptop');
  });

  await test.step('the invitation counts once, and the passkey signs in', async () => {
    await expect(product.operator('init', 'nok')).rejects.toThrow(/a chief can sign in already/);
    await nok.getByRole('button', { name: 'Sign out' }).click();
    await nok.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(nok.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  });

  const link = await test.step('the first chief makes the link of the second', async () => {
    await nok.goto(`${product.console}/staff?name=mai`);
    await nok.getByRole('button', { name: 'Make a link' }).click();
    await nok.getByLabel('Your reason').fill('the second chief');
    await nok.getByRole('dialog').getByRole('button', { name: 'Make a link' }).click();
    const shown = nok.getByText(/\/invitation#/);
    await expect(shown).toBeVisible();
    return (await shown.textContent()) ?? '';
  });

  await test.step('who opens it sets a passkey of its own, and is in the house', async () => {
    await mai.goto(link);
    await expect(mai.getByText('nok', { exact: true })).toBeVisible();
    await setsPasskey(mai, 'phone');
    await mai.goto(`${product.console}/staff?name=mai`);
    await expect(mai.getByText('passkeys (1)', { exact: false })).toBeVisible();
  });

  await test.step('the last way in stays', async () => {
    await mai.getByRole('link', { name: 'mai' }).first().click();
    await mai.getByRole('button', { name: 'Remove: phone' }).click();
    await expect(mai.getByText('This is your last way in.', { exact: false })).toBeVisible();
  });
});
