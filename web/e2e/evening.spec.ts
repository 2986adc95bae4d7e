import type { Page } from '@playwright/test';
import { logIn, newPerson, register } from './member';
import { messageShown } from './message-shown';
import { expect, type Product, test } from './product';
import { Sandbox } from './sandbox';
import { stop } from './stop';
import { tapUntilTaken } from './tap';

// A member's first evening, at a phone's width. Nothing is prepared, and everything goes through the real program.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('registers, deposits, plays, brings everything back, withdraws and reads it all', async ({
  page,
  product,
  request,
}) => {
  const person = newPerson();
  const outside = new Sandbox(request, product.sandbox);
  const before = await outside.totals();
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));

  await test.step('registers with the code on the phone, and logs in', async () => {
    await register(page, product, person, (step) => stop(page, step));
    await stop(page, 'login');
    await logIn(page, person);
    await expect(page.getByRole('dialog', { name: /agreement/i })).toBeVisible();
    await stop(page, 'agreement');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('total')).toHaveText('฿0.00');
    await stop(page, 'home-empty');
  });

  await test.step('deposits 500 by a QR code that the bank pays; the balance updates by itself', async () => {
    await page.getByRole('button', { name: 'Deposit' }).click();
    await page.getByRole('button', { name: '฿500', exact: true }).click();
    await stop(page, 'deposit');
    await page.getByRole('button', { name: 'Create QR code' }).click();
    await expect(page.getByAltText('QR code for ฿500.00')).toBeVisible();
    await stop(page, 'deposit-qr');
    await payAtTheBank(page, product);
    await expect(page.getByText('฿500.00 received')).toBeVisible();
    await stop(page, 'deposit-received');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByTestId('total')).toHaveText('฿500.00');
  });

  await test.step('opens an account at a game and moves 200 in', async () => {
    await page.getByRole('button', { name: /Joker/ }).first().click();
    await stop(page, 'game-closed');
    await page.getByRole('button', { name: 'Open account' }).click();
    await page.getByLabel('Amount to move into the game').fill('200');
    await stop(page, 'game-open');
    const transfer = page.getByRole('button', { name: 'Transfer only' });
    await tapUntilTaken(page, '/api/wallet/transfer', () => transfer.click());
    await expect(page.getByTestId('game-balance')).toHaveText('฿200.00');
  });

  await test.step("plays in the game's lobby", async () => {
    const [lobby] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open game' }).click(),
    ]);
    await lobby.waitForURL(`${product.sandbox}/lobby/**`);
    await expect(lobby.locator('#balance')).toContainText('200');
    await stop(lobby, 'lobby');
    await lobby.locator('[data-bet]').first().click();
    await expect(lobby.locator('.rounds li')).toHaveCount(1);
    await lobby.close();
    await page.keyboard.press('Escape');
  });

  await test.step('brings all money back', async () => {
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    await stop(page, 'transfer');
    const done = messageShown(page, 'Transfer done.');
    await page.getByRole('button', { name: 'Bring everything back' }).click();
    await done;
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await outside.totals()).games.joker?.balance ?? 0)
      .toBe(before.games.joker?.balance ?? 0);
  });

  await test.step('withdraws 300 to the bank account', async () => {
    await page.getByRole('button', { name: 'Withdraw' }).click();
    // The transfer's sheet has an amount field too, and may still be closing.
    await page.getByRole('dialog', { name: 'Withdraw' }).getByLabel('Amount', { exact: true }).fill('300');
    await stop(page, 'withdraw');
    const requested = messageShown(page, 'Please wait for the transfer');
    await page.getByRole('button', { name: 'Withdraw ฿300.00' }).click();
    await requested;
    await expect.poll(async () => (await outside.totals()).payoutsSettled).toBe(before.payoutsSettled + 300);
  });

  await test.step('reads it all in the statement', async () => {
    await page.getByRole('link', { name: 'Statement' }).click();
    await expect(
      page.getByRole('button', { name: /Withdrawal.*−฿300\.00.*Done|Withdrawal.*−฿300\.00.*Success/ }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /Deposit.*\+฿500\.00/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /Transfer.*Wallet → Joker/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /Transfer.*Joker.* → Wallet/ })).toBeVisible();
    await stop(page, 'statement');
    await page.getByRole('button', { name: /Withdrawal/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await stop(page, 'receipt');
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

/** Opens another tab, as the member would. The bank's page there lists the open code and pays it. */
async function payAtTheBank(page: Page, product: Product) {
  const bank = await page.context().newPage();
  await bank.goto(`${product.sandbox}/bank?lang=en`);
  await stop(bank, 'bank');
  // A code paid before may be on the page too. A tab closed before the bank's answer would take the payment back.
  const paid = bank.waitForResponse((answer) => /\/bank\/qr\/[^/]+\/pay$/.test(answer.url()));
  await bank.locator('.code-open button.primary').first().click();
  expect((await paid).ok()).toBe(true);
  await bank.close();
}
