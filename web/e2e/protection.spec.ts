import type { Page } from '@playwright/test';
import { Calls } from './calls';
import { enter, holderOf, memberToken, newPerson } from './member';
import { messageShown } from './message-shown';
import { expect, type Product, test } from './product';
import { Sandbox } from './sandbox';
import { stop } from './stop';

// A member's own decisions about its play, through the real program: limits that take effect, and a break.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const playSafely = async (page: Page, product: Product) => {
  await page.goto(`${product.app}/user/profile`);
  await page.getByRole('button', { name: /^Play safely/ }).click();
  return page.getByRole('dialog', { name: 'Play safely' });
};

test('sets a limit and meets it; takes a break, and the money comes home and can be withdrawn', async ({
  page,
  product,
  request,
}) => {
  const person = newPerson();
  const token = await memberToken(request, product, person);
  const calls = new Calls(request, product, token);
  const sandbox = new Sandbox(request, product.sandbox);
  await calls.deposit(500, { fromBank: 'KBANK', fromAccount: person.accountNo, fromName: holderOf(person) });
  await enter(page, token);

  await test.step('a first limit applies at once', async () => {
    const sheet = await playSafely(page, product);
    await sheet.getByRole('button', { name: /^Deposits in a day/ }).click();
    await page.getByLabel('At most, in baht').fill('600');
    await expect(page.getByText('Counts at once.')).toBeVisible();
    await stop(page, 'protection-limit');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await expect(sheet).toContainText('฿500.00 used');
    await expect(sheet).toContainText('฿100.00 left');
    await stop(page, 'protection');
  });

  await test.step('a deposit beyond it is refused, and the sheet said so before', async () => {
    await page.goto(`${product.app}/user/home?sheet=deposit&tab=qr`);
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('Your limit leaves ฿100.00 to deposit');
    await sheet.getByRole('button', { name: '฿500', exact: true }).click();
    await sheet.getByRole('button', { name: 'Create QR code' }).click();
    await expect(sheet.getByRole('alert')).toContainText('limit of 600 baht');
  });

  await test.step('a tighter one applies at once too; a looser one waits', async () => {
    const sheet = await playSafely(page, product);
    const set = async (amount: string, effect: string) => {
      await sheet.getByRole('button', { name: /^Deposits in a day/ }).click();
      await page.getByLabel('At most, in baht').fill(amount);
      await expect(page.getByText(effect)).toBeVisible();
      await page.getByRole('button', { name: 'Set limit' }).click();
    };
    await set('500', 'Tighter: counts at once.');
    await expect(sheet).toContainText('Used up. It begins again on');
    await set('5000', 'Looser: counts after 24 hours');
    await expect(sheet).toContainText('You asked for ฿5,000.00. You can confirm it from');
    await expect(sheet).toContainText('฿0.00 left');
    await page.goto(`${product.app}/user/home?sheet=deposit`);
    await expect(page.getByRole('dialog')).toContainText('Your deposit limit of ฿500.00 is used up');
    await stop(page, 'protection-deposit-full');
  });

  await test.step('lists the logins', async () => {
    await page.goto(`${product.app}/user/profile?sheet=sessions`);
    await expect(page.getByRole('dialog').getByText('This device')).toBeVisible();
    await stop(page, 'protection-sessions');
  });

  await test.step('a member over its loss limit moves nothing more into games, and sees until when', async () => {
    const before = (await sandbox.totals()).games.joker?.balance ?? 0;
    await calls.get('/api/wallet/activate/joker');
    await calls.intoGame('joker', 200);
    const limits = await playSafely(page, product);
    await limits.getByRole('button', { name: /^Losses in a week/ }).click();
    await page.getByLabel('At most, in baht').fill('100');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await expect(limits).toContainText('฿100.00');
    const { username } = await calls.get('/api/wallet/account/joker');
    await sandbox.round('joker', username, { bet: 150, win: 0 });
    await calls.get('/api/wallet/refresh/slot');
    await page.goto(`${product.app}/user/home?sheet=transfer&from=WALLET&to=joker`);
    const sheet = page.getByRole('dialog', { name: 'Transfer' });
    await expect(sheet).toContainText('Your loss limit of ฿100.00 leaves nothing more to move into games');
    await expect(sheet).toContainText(/It begins again on .*\d{2}:\d{2}/);
    await sheet.getByLabel('Amount').fill('50');
    await sheet.getByRole('button', { name: 'Transfer ฿50.00' }).click();
    await expect(sheet.getByRole('alert')).toContainText('limit of 100 baht');
    await stop(page, 'protection-loss-full');
    expect((await sandbox.totals()).games.joker?.balance).toBe(before + 50);
  });

  await test.step('a break blocks play while money is in a game', async () => {
    const sheet = await playSafely(page, product);
    await sheet.getByRole('button', { name: /^Take a break/ }).click();
    await page.getByText('3 days', { exact: true }).click();
    await stop(page, 'protection-break');
    await page.getByRole('button', { name: /^Begin the break/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Begin the break' }).click();
    await expect(page.getByText(/^You are on a break until/).first()).toBeVisible();
  });

  await test.step('the money comes home by itself', async () => {
    await page.goto(`${product.app}/user/home`);
    await expect(page.getByText(/^You are on a break until/)).toBeVisible();
    await expect.poll(async () => (await calls.get('/api/wallet')).wallet.amount).toBe(350);
    await page.reload();
    const main = page.getByRole('region', { name: 'Balance' }).getByText('350.00', { exact: true });
    await expect(main.first()).toBeVisible();
    await stop(page, 'protection-home');
  });

  await test.step('nothing goes into games, and no account for deposits is shown', async () => {
    await page.goto(`${product.app}/user/home?sheet=transfer&from=WALLET&to=joker`);
    const sheet = page.getByRole('dialog', { name: 'Transfer' });
    await sheet.getByLabel('Amount').fill('100');
    await sheet.getByRole('button', { name: 'Transfer ฿100.00' }).click();
    await expect(sheet.getByRole('alert')).toContainText('break from playing');
    await page.goto(`${product.app}/user/home?sheet=game&code=joker`);
    await expect(page.getByRole('dialog')).toContainText('You are on a break until');
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(0);
    await page.goto(`${product.app}/user/home?sheet=deposit`);
    await expect(page.getByRole('dialog')).toContainText('Please don’t transfer to our accounts');
    await expect(page.getByRole('dialog').getByRole('tab')).toHaveCount(0);
    await stop(page, 'protection-deposit-shut');
  });

  await test.step('withdrawals stay possible', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    const sheet = page.getByRole('dialog', { name: 'Withdraw' });
    await sheet.getByLabel('Amount').fill('300');
    const requested = messageShown(page, 'Please wait for the transfer');
    await sheet.getByRole('button', { name: 'Withdraw ฿300.00' }).click();
    await requested;
  });
});
