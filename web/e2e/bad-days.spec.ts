import type { APIRequestContext, Page } from '@playwright/test';
import { Calls } from './calls';
import { enter, memberToken, newPerson } from './member';
import { messageShown } from './message-shown';
import { expect, type Product, test } from './product';
import { Sandbox } from './sandbox';
import { stop } from './stop';

// Faults on a phone: a double tap, lost answers, reloads, Back, a server that is killed. Each time there is one effect,
// and the member sees the truth.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** A member with 500 baht and an account at joker, on the home page. */
async function memberAtHome(page: Page, product: Product, request: APIRequestContext): Promise<Sandbox> {
  const sandbox = new Sandbox(request, product.sandbox);
  const token = await memberToken(request, product, newPerson());
  const calls = new Calls(request, product, token);
  await calls.deposit(500);
  await calls.get('/api/wallet/activate/joker');
  await enter(page, token);
  await page.goto(`${product.app}/user/home`);
  await expect(page.getByTestId('total')).toHaveText('฿500.00');
  return sandbox;
}

async function openTransfer(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByRole('combobox', { name: 'To' }).selectOption('joker');
  await page.getByLabel('Amount', { exact: true }).fill(amount);
}

const inJoker = async (sandbox: Sandbox) => (await sandbox.totals()).games.joker?.balance ?? 0;

test('two taps are one transfer', async ({ page, product, request }) => {
  const sandbox = await memberAtHome(page, product, request);
  const before = await inJoker(sandbox);
  await openTransfer(page, '100');
  const done = messageShown(page, 'Transfer done.');
  await page.getByRole('button', { name: 'Transfer ฿100.00' }).dblclick();
  await done;
  await expect(page.getByText('400.00', { exact: true })).toBeVisible();
  expect(await inJoker(sandbox)).toBe(before + 100);
});

test('an answer lost by the game is shown as pending, and settles by itself', async ({ page, product, request }) => {
  const sandbox = await memberAtHome(page, product, request);
  const before = await inJoker(sandbox);
  await sandbox.fault({ target: 'game:joker', mode: 'lost_reply' });
  await openTransfer(page, '150');
  const pending = messageShown(page, 'The game has not answered yet');
  await page.getByRole('button', { name: 'Transfer ฿150.00' }).click();
  const chip = page.getByRole('button', { name: /Transfer.*฿150\.00/ }).filter({ visible: true });
  await pending;
  await stop(page, 'transfer-under-way');
  await expect(chip).toBeHidden();
  await page.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByRole('button', { name: /Transfer.*฿150\.00.*Success/ })).toBeVisible();
  expect(await inJoker(sandbox)).toBe(before + 150);
});

test('a server killed in the middle of a transfer restarts with one effect', async ({ page, product, request }) => {
  const sandbox = await memberAtHome(page, product, request);
  const before = await inJoker(sandbox);
  await sandbox.fault({ target: 'game:joker', mode: 'slow', delayMs: 60_000 });
  await openTransfer(page, '120');
  await page.getByRole('button', { name: 'Transfer ฿120.00' }).click();
  await sandbox.met({ target: 'game:joker', mode: 'slow' });
  await product.restart();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await stop(page, 'transfer-lost');
  // The same tap again. It has the same key, so nothing moves twice, whatever happened to the first.
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer ฿120.00' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(`${product.app}/user/statement`);
  await expect(page.getByRole('button', { name: /Transfer.*฿120\.00/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /Transfer.*฿120\.00.*Success/ })).toBeVisible();
  expect(await inJoker(sandbox)).toBe(before + 120);
});

test('a code survives a reload, and is paid in place', async ({ page, product, request }) => {
  const sandbox = await memberAtHome(page, product, request);
  await page.getByRole('button', { name: 'Deposit' }).click();
  await page.getByLabel('Amount', { exact: true }).fill('250');
  const made = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/qrcode/KBANK') && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Create QR code' }).click();
  const { qrcodeId } = await (await made).json();
  await expect(page.getByAltText('QR code for ฿250.00')).toBeVisible();
  await page.reload();
  await expect(page.getByAltText('QR code for ฿250.00')).toBeVisible();
  await sandbox.pay(qrcodeId);
  await expect(page.getByText('฿250.00 received')).toBeVisible();
});

test('Back closes the sheet and not the app; a logout ends the session in every tab', async ({
  page,
  product,
  request,
}) => {
  await memberAtHome(page, product, request);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/user\/home$/);
  const other = await page.context().newPage();
  await other.goto(`${product.app}/user/statement`);
  await expect(other.getByRole('heading', { name: 'Statement' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await other.waitForURL('**/login');
});

test('while the code loads the page says so, and it offers another try if the code does not come', async ({
  page,
  product,
}) => {
  let coming: (() => void) | undefined;
  const come = new Promise<void>((done) => {
    coming = done;
  });
  await page.route('**/assets/base-*.js', async (route) => {
    await come;
    await route.continue();
  });
  await page.goto(`${product.app}/login`, { waitUntil: 'commit' });
  const mark = page.locator('.opening svg');
  const words = page.getByText('Opening…', { exact: false });
  const again = page.getByRole('link', { name: 'Try again' });
  await expect(mark).toBeVisible();
  const place = await mark.boundingBox();
  await expect(again).toBeHidden();
  await expect(words).toBeVisible();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish(); // fifteen seconds later
  });
  await expect(again).toBeVisible();
  expect(await mark.boundingBox(), 'the mark moved').toEqual(place);
  await stop(page, 'opening');
  coming?.();
  await expect(page.getByRole('heading', { name: 'เข้าสู่ระบบ' })).toBeVisible();
  await expect(mark).toHaveCount(0);
});
