import type { Locator, Page } from '@playwright/test';
import { Calls } from './calls';
import { decides } from './decides';
import { atDesk, says } from './desk';
import { holderOf, logIn, memberToken, newPerson } from './member';
import { expect, type Product, test } from './product';
import { type Payer, Sandbox } from './sandbox';
import { stop } from './stop';
import { tapUntilTaken } from './tap';

// A house loses its database, and goes on with a backup: members read, the outside tells what the backup does not know, two
// persons let each system be used again, and a member plays on with all that it had. The program's own restore does it. How old
// the backup is does not matter to these steps; e2e/api has one of some hours, in virtual time.
test.use({ house: 'restore' });

/** The house's account whose statement the product reads. */
const BY_FEED = { toBank: 'SCB', toAccount: '4068123456' };

/** What a decision is by. */
const EVIDENCE = 'compared with its own list';

test('a house is restored from a backup, and loses nothing that a list knows', async ({
  page,
  browser,
  product,
  request,
}) => {
  const person = newPerson();
  const outside = new Sandbox(request, product.sandbox);
  const calls = new Calls(request, product, await memberToken(request, product, person));
  const payer: Payer = { fromBank: 'KBANK', fromAccount: person.accountNo, fromName: holderOf(person) };

  const backup = await test.step('the backup knows 400 in the wallet, and 100 at Joker', async () => {
    await calls.deposit(500, payer);
    await calls.get('/api/wallet/activate/joker');
    await calls.intoGame('joker', 100);
    return product.backup();
  });

  await test.step('70 come by the bank, and 130 go into the game, before the database is lost', async () => {
    await outside.transfer(payer, BY_FEED, 70);
    await expect.poll(async () => (await calls.get('/api/wallet')).wallet.amount).toBe(470);
    await calls.intoGame('joker', 130);
    expect(await product.restore(backup)).toContain('in quarantine: members read');
  });

  await test.step('the member logs in again and reads, and nothing of it moves', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.addInitScript(() => {
      localStorage.setItem('locale', 'en');
      localStorage.setItem('remember-agreement', 'true');
    });
    await page.goto(`${product.app}/login`);
    await logIn(page, person);
    await expect(page.getByTestId('total')).toHaveText('฿500.00');
    await expect(page.getByRole('button', { name: /Joker.*checked/ }).first()).toBeVisible();
    await stop(page, 'home-restored');
  });

  const [nok, mai] = [await atDesk(browser, product, 'nok'), await atDesk(browser, product, 'mai')];
  await test.step('the console says so on every page, and leads to what is left', async () => {
    await nok.goto(`${product.console}/today`);
    await nok.getByRole('link', { name: 'See what is left' }).click();
    await expect(nok.getByText(/\d+ systems rest/)).toBeVisible();
    await stop(nok, 'console-restored');
  });

  await test.step('the bank is asked for its own statement, which brings the 70', async () => {
    const bank = systemOf(nok, /SCB-AUTO/);
    await bank.getByRole('button', { name: 'Ask it itself' }).click();
    await says(nok, 'the backup is older');
    await expect(bank.getByText('lists are whole', { exact: true })).toBeVisible();
    await expect(countsOf(bank)).toHaveText(['1', '0', '1', '0']);
  });

  await test.step('a file of the game’s movements has what is known, and 130 that nobody knows', async () => {
    const game = systemOf(nok, /· joker /);
    await game.getByRole('button', { name: 'Import a list' }).click();
    await nok
      .getByLabel('CSV file')
      .setInputFiles({ name: 'joker.csv', mimeType: 'text/csv', buffer: await movements(nok, product) });
    await says(nok, 'the provider’s mail of today', EVIDENCE);
    await expect(countsOf(game)).toHaveText(['2', '1', '0', '1']);
    await game.getByRole('table').getByRole('link').click();
    await nok.getByRole('button', { name: 'Decide them together' }).click();
    await nok.getByLabel('What it books').selectOption('movement');
    await says(nok, 'the provider has it', EVIDENCE);
    await confirms(nok);
    await approves(mai, product, 'I have read its list');
    await nok.reload();
    await expect(nok.getByText('No case of it is open')).toBeVisible();
    await stop(nok, 'console-restored-list');
  });

  await test.step('nobody lifts a system alone', async () => {
    await nok.goto(`${product.console}/restore`);
    const game = systemOf(nok, /· joker /);
    await game.getByRole('button', { name: 'Let it be used' }).click();
    await says(nok, 'its list is whole', EVIDENCE);
    await confirms(nok);
    await expect(game.getByText('A chief wants it to be used', { exact: false })).toBeVisible();
    await approves(mai, product, 'I have compared it, too');
    await nok.reload();
    await expect(game.getByText('used again', { exact: true })).toBeVisible();
  });

  await test.step('the others follow, each by two, and then nothing is in quarantine', async () => {
    await liftAll(nok, mai, product);
    await nok.reload();
    await expect(nok.getByText('Every system is used again')).toBeVisible();
    await expect(nok.getByRole('link', { name: 'See what is left' })).toHaveCount(0);
  });

  await test.step('the member has all that it had, and plays on', async () => {
    await page.reload();
    await expect(page.getByTestId('total')).toHaveText('฿570.00');
    await playsOn(page, 40);
    await expect(page.getByTestId('game-balance')).toHaveText('฿270.00');
    expect((await outside.totals()).games.joker?.balance).toBe(270);
  });
});

/** One system of the page of a restored store. */
function systemOf(desk: Page, name: RegExp): Locator {
  return desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name, level: 3 }) });
}

/** How the lines of its newest list ended: all, known, booked, cases. */
const countsOf = (system: Locator) => system.getByRole('table').locator('tbody tr').first().locator('td.tabular-nums');

async function confirms(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(desk.getByRole('dialog')).toHaveCount(0);
}

/** The other person agrees to the one thing that waits for it, which the page opens by itself. */
async function approves(desk: Page, product: Product, reason: string): Promise<void> {
  await desk.goto(`${product.console}/proposals`);
  await desk.getByRole('button', { name: /^Approve/ }).click();
  await says(desk, reason);
  await desk.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(desk.getByText('Nothing waits for you')).toBeVisible();
}

/** The list of a provider's movements, in the form of the guide. */
async function movements(desk: Page, product: Product): Promise<Buffer> {
  const moves = await (await desk.request.get(`${product.sandbox}/sandbox/games/joker/moves`)).json();
  const lines = moves.map(({ id, at, amount, username, ref }: Record<string, string>) =>
    [id, at, amount, username, ref].join(','),
  );
  return Buffer.from(['id,time,credits,account,reference', ...lines].join('\n'));
}

/** What a person does to a dozen systems more is one click after the other: here it is the calls behind them. */
async function liftAll(one: Page, other: Page, product: Product): Promise<void> {
  const because = { reason: 'compared', evidence: EVIDENCE };
  const { systems } = await (
    await one.request.get(`${product.console}/api/quarantine`, { headers: { 'X-Requested-With': 'krapao-operator' } })
  ).json();
  for (const { system, state } of systems) {
    if (state === 'lifted') continue;
    const proposed = await decides(one.request, product, `/quarantine/${system}/lift`, { ...because, basis: 'hand' });
    expect(proposed.message, `${system}: ${JSON.stringify(proposed)}`).toBe('PROPOSED');
    const done = await decides(other.request, product, `/proposal/${proposed.proposal.id}/approve`, {
      ...because,
      seen: proposed.proposal.fingerprint,
    });
    expect(done.message, `${system}: ${JSON.stringify(done)}`).toBe('SUCCESS');
  }
}

async function playsOn(page: Page, amount: number): Promise<void> {
  await page.getByRole('button', { name: /Joker/ }).first().click();
  await page.getByLabel('Amount to move into the game').fill(String(amount));
  const transfer = page.getByRole('button', { name: 'Transfer only' });
  await tapUntilTaken(page, '/api/wallet/transfer', () => transfer.click());
}
