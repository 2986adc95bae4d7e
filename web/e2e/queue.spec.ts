import type { APIRequestContext, Page } from '@playwright/test';
import { Calls } from './calls';
import { holderOf, memberToken, newPerson } from './member';
import { expect, type Product, test } from './product';
import { type Payer, Sandbox } from './sandbox';
import { pass } from './stop';

// A morning's queue: what waits is decided by keys alone. What it costs is counted, and held. `make morning` has a hundred items.

/** The house's account whose statement the product reads. */
const BY_FEED = { toBank: 'SCB', toAccount: '4068123456' };

/** Items of each of the four kinds. */
const EACH = Math.ceil(Number(process.env.KRAPAO_MORNING ?? 8) / 4);
/** How many transfers one member may have declared at once. */
const MOST_DECLARED = 3;

/** Actions of one item: a key, or a line that is typed. */
const MOST_ACTIONS = 5;

/** The key of each kind's decision here, and whether it asks for what was looked at besides the reason. */
const DECIDED = {
  Withdrawal: { key: 'a', evidence: false },
  'Declared deposit': { key: 'r', evidence: false },
  'Unmatched deposit': { key: 'r', evidence: true },
  'Held money': { key: 'r', evidence: true },
} as const;
type Kind = keyof typeof DECIDED;

// What other journeys left would wait in it, too.
test.use({ house: 'queue' });

/** Fills the queue: a stranger's money by statement and by code, what members declared, and withdrawals that a person approves. */
async function morning(request: APIRequestContext, product: Product) {
  const sandbox = new Sandbox(request, product.sandbox);
  const stranger = newPerson();
  const payer: Payer = { fromBank: 'BBL', fromAccount: stranger.accountNo, fromName: holderOf(stranger) };
  const member = async () => {
    const person = newPerson();
    return { person, calls: new Calls(request, product, await memberToken(request, product, person)) };
  };
  await product.operator('payouts', 'stop', '--reason', 'the bank asked us to wait');
  for (let place = 0; place < EACH; place++) {
    await sandbox.transfer(payer, BY_FEED, 301 + place);
    const { person, calls } = await member();
    if (place % MOST_DECLARED === 0) {
      for (let more = place; more < Math.min(place + MOST_DECLARED, EACH); more++) {
        await calls.post('/api/wallet/add', { amount: 711 + more });
      }
    }
    await calls.deposit(200, { fromBank: 'KBANK', fromAccount: person.accountNo, fromName: holderOf(person) });
    await calls.post('/api/wallet/withdraw', { amount: 150 });
    const { qrcodeId } = await calls.post('/api/qrcode/WW', { amount: 101 + place });
    await sandbox.pay(qrcodeId, payer);
  }
}

test('a mixed queue is decided by keys alone: one call per item, and at most five actions', async ({
  page,
  product,
  request,
}) => {
  await product.operator('login', 'nok', '--demo');
  await morning(request, product);

  await page.setViewportSize({ width: 1280, height: 860 });
  await page.addInitScript(() => localStorage.setItem('console-locale', 'en'));
  await page.goto(`${product.console}/queue`);
  await page.getByRole('button', { name: /nok/ }).click();
  const kinds = page.getByRole('navigation', { name: 'Kinds' });
  const all = async () => {
    for (const kind of Object.keys(DECIDED)) {
      await expect(kinds.getByRole('link', { name: new RegExp(`^${kind} ?${EACH}`) })).toBeVisible();
    }
  };
  await all();
  await undisturbed(page);
  await page.reload();
  await all();

  const asked: string[] = [];
  page.on('request', (one) => {
    const { pathname } = new URL(one.url());
    if (pathname.startsWith('/api/')) asked.push(`${one.method()} ${pathname}`);
  });
  let actions = 0;
  const press = async (key: string) => {
    actions += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string) => {
    actions += 1;
    await page.keyboard.type(text);
  };
  await press('n');
  await expect.poll(() => page.url()).toMatch(/\/queue\/\w+\/\w+/);
  const began = Date.now();
  let decided = 0;
  for (; decided < EACH * Object.keys(DECIDED).length; decided++) {
    const before = page.url();
    const article = page.locator('article');
    // The address changes before the page does. A key would still be the former item's, and the words after it would be keys. The
    // first item is shown before it is open, and has no such key then.
    await expect(article).toContainText(decodeURIComponent(before.split('/').at(-1) ?? ''));
    const { key, evidence } = DECIDED[(await article.locator('h2').textContent()) as Kind];
    await expect(article.locator(`[aria-keyshortcuts=${key}]`)).toBeVisible();
    const from = actions;
    await press(key);
    await expect(article.locator('form :focus')).toHaveCount(1);
    if (evidence) {
      await type('its transfer back 88');
      await press('Tab');
    }
    await type('as the morning goes');
    await press('Enter');
    expect(actions - from, 'actions of an item').toBeLessThanOrEqual(MOST_ACTIONS);
    await expect.poll(() => page.url()).not.toBe(before);
  }
  await expect(page.getByText('Nothing waits')).toBeVisible();
  await pass(page, 'console-queue-decided');
  const writes = asked.filter((one) => one.startsWith('POST'));
  const details = asked.filter((one) => /^GET \/api\/(arrival|declared|withdrawal)\//.test(one));
  console.log(
    `${decided} items in ${Math.round((Date.now() - began) / 1000)} s of this browser: ${((actions - 1) / decided).toFixed(1)} actions and ${(asked.length / decided).toFixed(1)} requests each, ${(writes.length / decided).toFixed(1)} of them decisions`,
  );
  // The first is brought by a key, every other one by the decision before it.
  expect(writes).toHaveLength(decided + 1);
  expect(details).toEqual([]);
  // With each decision the list and its counts are read again.
  expect(asked.filter((one) => one === 'GET /api/queue').length).toBeLessThanOrEqual(decided + 2);
});

/**
 * The page asks for nothing but what its operator's actions need. What it asks now and then, and after events, depends on how long
 * the morning takes, and so on the machine.
 */
async function undisturbed(page: Page): Promise<void> {
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  await page.addInitScript(() => {
    Object.assign(window, { setInterval: () => 0 });
  });
}
