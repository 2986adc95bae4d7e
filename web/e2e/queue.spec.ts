import { Calls } from './calls';
import { memberToken, newPerson } from './member';
import { expect, test } from './product';
import { Sandbox } from './sandbox';
import { pass } from './stop';

// A morning's queue: what waits is decided by keys alone. What it costs is counted, and held.

/** The house's account whose statement the product reads. */
const BY_FEED = { toBank: 'SCB', toAccount: '4068123456' };
const STRANGERS = 3;
const DECLARED = 3;

/** Actions of one item: a key, or a line that is typed. */
const MOST_ACTIONS = 5;

// What other journeys left would wait in it, too.
test.use({ house: 'queue' });

test('a mixed queue is decided by keys alone: one call per item, and at most five actions', async ({
  page,
  product,
  request,
}) => {
  const sandbox = new Sandbox(request, product.sandbox);
  const [own, stranger] = [newPerson(), newPerson()];
  const member = new Calls(request, product, await memberToken(request, product, own));
  for (let place = 0; place < DECLARED; place++) await member.post('/api/wallet/add', { amount: 711 + place });
  for (let place = 0; place < STRANGERS; place++) {
    const payer = { fromBank: 'BBL', fromAccount: stranger.accountNo, fromName: stranger.holder.join(' ') };
    await sandbox.transfer(payer, BY_FEED, 301 + place);
  }

  await page.setViewportSize({ width: 1280, height: 860 });
  await page.addInitScript(() => localStorage.setItem('console-locale', 'en'));
  await page.goto(`${product.console}/queue`);
  await page.getByRole('button', { name: /nok/ }).click();
  const kinds = page.getByRole('navigation', { name: 'Kinds' });
  await expect(kinds.getByRole('link', { name: new RegExp(`^Unmatched deposit ?${STRANGERS}`) })).toBeVisible();
  await expect(kinds.getByRole('link', { name: new RegExp(`^Declared deposit ?${DECLARED}`) })).toBeVisible();

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
  let decided = 0;
  for (; decided < STRANGERS + DECLARED; decided++) {
    const before = page.url();
    const article = page.locator('article');
    // The address changes before the page does. A key would still be the former item's, and the words after it would be keys.
    await expect(article).toContainText(before.split('/').at(-1) ?? '');
    const title = article.locator('h2');
    const isDeclared = (await title.textContent()) === 'Declared deposit';
    const from = actions;
    await press('r');
    await expect(article.locator('form :focus')).toHaveCount(1);
    if (!isDeclared) {
      await type('its transfer back 88');
      await press('Tab');
    }
    await type('nobody of ours');
    await press('Enter');
    expect(actions - from, 'actions of an item').toBeLessThanOrEqual(MOST_ACTIONS);
    await expect.poll(() => page.url()).not.toBe(before);
  }
  await expect(page.getByText('Nothing waits')).toBeVisible();
  await pass(page, 'console-queue-decided');
  const writes = asked.filter((one) => one.startsWith('POST'));
  const details = asked.filter((one) => /^GET \/api\/(arrival|declared)\//.test(one));
  console.log(
    `${decided} items: ${((actions - 1) / decided).toFixed(1)} actions and ${(asked.length / decided).toFixed(1)} requests each, ${(writes.length / decided).toFixed(1)} of them decisions`,
  );
  // The first is brought by a key, every other one by the decision before it.
  expect(writes).toHaveLength(decided + 1);
  expect(details).toEqual([]);
  // With each decision the list and its counts are read again. What is asked now and then is beside it.
  expect(asked.filter((one) => one === 'GET /api/queue').length).toBeLessThanOrEqual(2 * decided + 2);
});
