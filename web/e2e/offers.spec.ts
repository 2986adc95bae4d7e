import type { APIRequestContext, Page } from '@playwright/test';
import { Calls } from './calls';
import { enter, holderOf, memberToken, newPerson, type Person, register } from './member';
import { messageShown } from './message-shown';
import { expect, type Product, test } from './product';
import { Sandbox } from './sandbox';
import { stop } from './stop';

// Bonuses, an invited friend, and refunds of losses: through the real program, with the demo's own content.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const SIZES = [360, 768, 1280];

/** A stop of the journey on a phone, a tablet and a desktop. */
async function stopEverywhere(page: Page, name: string) {
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    await stop(page, name);
  }
  await page.setViewportSize({ width: 360, height: 740 });
}

interface Member {
  person: Person;
  token: string;
}

/** Deposits baht from the member's own bank account. */
async function deposit(request: APIRequestContext, product: Product, { person, token }: Member, amount: number) {
  const own = { fromBank: 'KBANK', fromAccount: person.accountNo, fromName: holderOf(person) };
  await new Calls(request, product, token).deposit(amount, own);
}

/** Moves baht into a game, and loses all of it in one round. */
async function lose(request: APIRequestContext, product: Product, member: Member, amount: number) {
  const calls = new Calls(request, product, member.token);
  await calls.get('/api/wallet/activate/joker');
  await calls.intoGame('joker', amount);
  const { username } = await calls.get('/api/wallet/account/joker');
  await new Sandbox(request, product.sandbox).round('joker', username, { bet: amount, win: 0 });
  await calls.get('/api/wallet/refresh/slot');
}

test('takes a bonus by its terms and gives it up; invites a friend and receives; the friend gets losses back', async ({
  page,
  browser,
  product,
  request,
}) => {
  const person = newPerson();
  const inviter: Member = { person, token: await memberToken(request, product, person) };
  await deposit(request, product, inviter, 500);
  await enter(page, inviter.token);

  await test.step('home has the three offers', async () => {
    await page.goto(`${product.app}/user/home`);
    await expect(page.getByTestId('total')).toHaveText('฿500.00');
    for (const button of ['Invite', 'Refund'])
      await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible();
    await stopEverywhere(page, 'offers-home');
    await page.getByRole('link', { name: 'Bonus' }).click();
  });

  await test.step('the welcome bonus shows its terms before its button', async () => {
    await expect(page.getByRole('button', { name: /Welcome 100%/ })).toBeVisible();
    await stopEverywhere(page, 'offers-bonus');
    await page.getByRole('button', { name: /Welcome 100%/ }).click();
    const terms = page.getByRole('dialog').getByRole('region', { name: 'Conditions' });
    await expect(terms).toContainText('your total reaches 300% of deposit and bonus');
    await expect(terms).toContainText('deposit ฿100.00, get ฿100.00 more');
    await expect(page.getByRole('dialog')).toContainText('at most 5%');
    await stop(page, 'offers-terms');
    await page.getByRole('button', { name: 'Receive bonus' }).click();
  });

  const current = page.getByRole('region', { name: 'Current bonus' });
  await test.step('the page shows what is left to do, and withdrawals say why they are blocked', async () => {
    await expect(current).toContainText('฿2,000.00 to go');
    await expect(current).toContainText('Target ฿3,000.00');
    await expect(current).toContainText('If your total falls to ฿50.00');
    await stopEverywhere(page, 'offers-current');
    await page.goto(`${product.app}/user/home?sheet=withdraw`);
    await expect(page.getByRole('dialog')).toContainText('A bonus condition is still active');
    await page.getByRole('dialog').getByRole('link', { name: 'Bonus' }).click();
  });

  await test.step('gives it up after the question, and keeps its own money', async () => {
    await current.getByRole('button', { name: 'Cancel bonus' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Bonus that goes back฿500.00');
    await expect(question).toContainText('Left, and yours฿500.00');
    await stop(page, 'offers-give-up');
    await question.getByRole('button', { name: 'Cancel bonus' }).click();
    await expect(page.getByLabel('Promotion code')).toBeVisible();
    await expect(page.getByRole('button', { name: /Received.*Welcome 100%/s })).toBeDisabled();
    await page.goto(`${product.app}/user/statement`);
    await expect(page.getByText(/^Bonus ended · /)).toBeVisible();
  });

  let link = '';
  await test.step('the invite sheet has a link to copy', async () => {
    await page.goto(`${product.app}/user/home?sheet=invite`);
    const card = page.getByRole('region', { name: 'Invite link' });
    link = (await card.getByText('/register?code=PR').textContent()) ?? '';
    await card.getByRole('button', { name: 'Show QR code' }).click();
    await expect(card.getByRole('img')).toBeVisible();
    await stop(page, 'offers-invite');
  });

  const friend: Member = { person: newPerson(), token: '' };
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const friends = await context.newPage();
  await test.step('a friend opens it in another browser, looks around first, and registers with it', async () => {
    await friends.addInitScript(() => localStorage.setItem('locale', 'en'));
    await friends.goto(link.replace('/register', '/howto'));
    await expect(friends.getByRole('heading', { level: 1 })).toBeVisible();
    await register(friends, product, friend.person, async (step) => {
      if (step !== 'register-3-profile') return;
      const code = friends.getByLabel(/Inviter code/);
      await expect(code).toHaveValue(new URL(link).searchParams.get('code') ?? '');
      await expect(code).toHaveAttribute('readonly');
    });
    expect(await friends.evaluate(() => localStorage.getItem('code'))).toBeNull();
    const { phone: username, password } = friend.person;
    friend.token = (await new Calls(request, product).post('/api/login', { username, password })).token;
  });

  await test.step('the friend gets part of the losses back, without a condition if it is little', async () => {
    await deposit(request, product, friend, 500);
    await lose(request, product, friend, 400);
    await enter(friends, friend.token);
    await friends.goto(`${product.app}/user/home`);
    await friends.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(friends.getByRole('region', { name: 'News and terms' })).toBeVisible();
    await stop(friends, 'offers-banners');
    await friends.getByRole('button', { name: 'Go on' }).click();
    const sheet = friends.getByRole('dialog');
    await expect(sheet).toContainText('Losses not refunded yet฿400.00');
    const refunded = messageShown(friends, 'Refund of ฿20.00 received');
    await sheet.getByRole('button', { name: 'Receive refund' }).click();
    await refunded;
    await expect(sheet.getByText(/^Again from /)).toBeVisible();
    await stopEverywhere(friends, 'offers-refund');
    await sheet.getByRole('button', { name: 'Add ฿20.00 to wallet' }).click();
    await expect(friends.getByRole('alertdialog')).toContainText('have no condition');
    const added = messageShown(friends, '฿20.00 of refund added to your wallet');
    await friends.getByRole('alertdialog').getByRole('button', { name: 'Receive' }).click();
    await added;
    await context.close();
  });

  await test.step('the inviter takes the invite bonus after a warning, and the condition runs', async () => {
    await page.goto(`${product.app}/user/home`);
    // The background job for invite bonuses runs by itself.
    const calls = new Calls(request, product, inviter.token);
    await expect.poll(async () => (await calls.get('/api/wallet')).invite.amount).toBeGreaterThan(0);
    await page.reload();
    await page.getByRole('button', { name: 'Receive' }).click();
    const question = page.getByRole('alertdialog', { name: /Receive the invite bonus of ฿\d+/ });
    await expect(question).toContainText(/reaches \d+% of what you receive\. At \d+% the condition ends/);
    await stop(page, 'offers-receive');
    const received = messageShown(page, 'Invite bonus of ฿');
    await question.getByRole('button', { name: 'Receive' }).click();
    await received;
    await page.getByRole('link', { name: /^Bonus/ }).click();
    await expect(current).toContainText('Invite bonus');
    await page.goto(`${product.app}/user/home?sheet=invite`);
    const list = page.getByRole('region', { name: 'Bonuses from friends' });
    await expect(list.getByRole('listitem').first()).toBeVisible();
    await stop(page, 'offers-friends');
  });

  await test.step('a promotion is found by its code, and waits for the running condition', async () => {
    await page.goto(`${product.app}/user/bonus?sheet=promotion&code=WELCOME`);
    const found = page.getByRole('dialog', { name: 'WELCOME' });
    await expect(found).toContainText('You already have a bonus');
    await expect(found.getByRole('button', { name: 'Receive bonus' })).toBeDisabled();
    await stop(page, 'offers-promotion');
    await page.goto(`${product.app}/user/bonus?sheet=promotion&code=NOSUCH`);
    await expect(page.getByText('Promotion NOSUCH was not found')).toBeVisible();
  });
});
