import type { Browser, Page } from '@playwright/test';
import { atDesk } from './desk';
import { enter, memberToken, newPerson } from './member';
import { expect, type Product, test } from './product';
import { stop } from './stop';

// Two operators at their desks, in two browsers: what happens is on both without a reload, by hints over the socket.

/** An operator's page, and what its socket was told. */
async function deskOf(browser: Browser, product: Product, name: string): Promise<{ page: Page; told: string[] }> {
  const page = await atDesk(browser, product, name);
  const told: string[] = [];
  let watches = false;
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => void told.push(String(payload)));
    socket.on('framesent', ({ payload }) => {
      watches ||= /"watch",\[.*"chat"/.test(String(payload));
    });
  });
  await page.goto(`${product.console}/chat?show=waiting`);
  await expect.poll(() => watches, 'what the page shows is watched').toBe(true);
  return { page, told };
}

test('a message is on both desks at once, and the other one sees who has it', async ({ browser, product, request }) => {
  const token = await memberToken(request, product, newPerson());
  const nok = await deskOf(browser, product, 'nok');
  const mai = await deskOf(browser, product, 'mai');
  const app = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
  await enter(app, token);
  await app.goto(`${product.app}/user/contact`);
  await app.getByRole('button', { name: 'Chat', exact: true }).click();
  const chat = app.getByRole('dialog', { name: 'Chat with us' });
  await chat.getByRole('textbox').fill('agent please');
  await app.keyboard.press('Enter');

  await test.step('it appears at both', async () => {
    for (const { page, told } of [nok, mai]) {
      await expect(page.getByRole('link', { name: /agent please|สมหญิง ใจดี/ }).first()).toBeVisible();
      expect(told.some((text) => text.startsWith('42["chat"') && text.includes('"message"'))).toBe(true);
    }
  });

  await test.step('one takes it, and the other one sees that', async () => {
    await nok.page.keyboard.press('j');
    await nok.page.getByRole('button', { name: /^Take it/ }).click();
    await expect(mai.page.getByText('nok has it').first()).toBeVisible();
    expect(mai.told.some((text) => text.includes('"change":"claimed","by":"nok"'))).toBe(true);
    await stop(mai.page, 'console-live');
  });

  await test.step('what the member says next is read where it is open', async () => {
    await chat.getByRole('textbox').fill('are you there?');
    await app.keyboard.press('Enter');
    await expect(nok.page.getByRole('log').getByText('are you there?')).toBeVisible();
  });

  await test.step('a session that has ended ends the connection', async () => {
    await mai.page.request.post(`${product.console}/api/me/signout`, {
      headers: { 'X-Requested-With': 'krapao-operator' },
    });
    await expect(
      mai.page
        .getByRole('heading', { name: /sign in/i })
        .or(mai.page.getByRole('button', { name: /mai/ }))
        .first(),
    ).toBeVisible();
    expect(mai.told).toContain('42["session","ended"]');
  });
});
