import type { Locator, Page } from '@playwright/test';
import { atDesk } from './desk';
import { enter, memberToken, newPerson } from './member';
import { expect, test } from './product';
import { stop } from './stop';

// A chat with both sides in a browser: a member in the app, and an operator at the console's desk.

const PICTURE = 'e2e/pictures/odd-chroma.jpg';

/** Reports whether a picture of a conversation is there, and not only its place. */
const loaded = (picture: Locator) =>
  expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);

async function attach(within: Page | Locator) {
  await within.locator('input[type=file]').setInputFiles(PICTURE);
}

test('a member asks for a person, an operator answers with a picture, and ends the conversation', async ({
  browser,
  product,
  request,
}) => {
  const token = await memberToken(request, product, newPerson());
  const app = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
  await enter(app, token);
  await app.goto(`${product.app}/user/contact`);
  await app.getByRole('button', { name: 'Chat', exact: true }).click();
  const chat = app.getByRole('dialog', { name: 'Chat with us' });
  await chat.getByRole('textbox').fill('agent please');
  await app.keyboard.press('Enter');

  const desk = await atDesk(browser, product, 'nok');
  await desk.goto(`${product.console}/chat?show=waiting`);
  const log = desk.getByRole('log');

  await test.step('the desk shows who waits, and what was said', async () => {
    const row = desk.getByRole('link', { name: /สมหญิง ใจดี/ }).first();
    await expect(row).toBeVisible();
    await desk.keyboard.press('j');
    await expect(log.getByText('agent please')).toBeVisible();
    await expect(desk.getByRole('complementary', { name: 'The member' })).toContainText('Wallet');
    await stop(desk, 'console-chat');
  });

  await test.step('the member reads the answer', async () => {
    await desk.keyboard.press('r');
    await desk.getByRole('textbox', { name: 'Write an answer' }).fill('Hello, this is Nok.');
    await desk.keyboard.press('Enter');
    await expect(chat.getByText('Hello, this is Nok.', { exact: true })).toBeVisible();
    await expect(log.getByText('Hello, this is Nok.')).toBeVisible();
    await expect(desk.getByText('nok has it').first()).toBeVisible();
  });

  await test.step('pictures go both ways', async () => {
    const sent = (within: Locator) => within.locator('img[src^="/media/"]');
    await attach(chat);
    await loaded(sent(log).last());
    await attach(desk);
    await expect(log.getByText(/Not sent|Sending/)).toHaveCount(0);
    await expect(sent(log)).toHaveCount(2);
    await loaded(sent(chat).last());
  });

  await test.step('it ends, and the next message is answered by the rules', async () => {
    await desk.keyboard.press('Escape');
    await desk.getByRole('button', { name: /^End it/ }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Do it' }).click();
    await expect(desk.getByRole('dialog')).toBeHidden();
    await expect(desk.getByText('Ended', { exact: true }).last()).toBeVisible();
    await chat.getByRole('textbox').fill('one more thing');
    await app.keyboard.press('Enter');
    await expect(chat.locator('[data-row=message]').filter({ hasText: 'helper' })).toHaveCount(2);
    await stop(desk, 'console-chat-ended');
  });
});
