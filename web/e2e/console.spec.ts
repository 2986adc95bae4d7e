import type { APIRequestContext, Page } from '@playwright/test';
import { expect, type Product, test } from './product';
import { codeOf, PASSWORD } from './secrets';
import { pass, stop } from './stop';

// The house's own side: the first chief of a new house signs in at the console.

// Whoever has secrets of its own is no longer signed in to by one press, so no other journey shares its house.
test.use({ house: 'first-chief' });

/** Invites the first chief on the node, who sets its secrets. Returns the key of its telephone's codes. */
async function firstChief(request: APIRequestContext, product: Product, name: string): Promise<string> {
  const invitation = (await product.operator('init', name)).trim().split(/\s+/).at(-1);
  const post = async (path: string, data: object) => {
    const answer = await request.post(`${product.console}/api/signin/invitation/${path}`, {
      data,
      headers: { 'X-Requested-With': 'krapao-operator' },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { ticket, totp } = await post('begin', { invitation, way: 'password' });
  const { recovery } = await post('finish', { ticket, password: PASSWORD, code: codeOf(totp.secret) });
  expect(recovery).toHaveLength(10);
  return totp.secret;
}

const cookies = async (page: Page) => (await page.context().cookies()).filter(({ name }) => name === 'krapao_operator');

test('the first chief signs in with a password and a code, sees the start page, and signs out', async ({
  page,
  product,
  request,
}) => {
  const key = await firstChief(request, product, 'nok');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => localStorage.setItem('console-locale', 'en'));
  await page.goto(`${product.console}/proposals`);
  await page.getByLabel('Operator name').fill('nok');
  await page.getByLabel('Password').fill('not the password');
  await stop(page, 'console-signin');
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Six digits from your app');
  await code.fill(codeOf(key, 1));
  await expect(page.getByRole('alert')).toHaveText('Name, password or code is wrong.');

  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByLabel('Operator name').fill('nok');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  // The code of the invitation counts once: this is the next one.
  await code.fill(codeOf(key, 1));
  await expect(page.getByRole('heading', { name: 'Approvals', level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/proposals');
  const account = page.getByRole('region', { name: 'Your account' });
  await expect(account).toContainText('nok');
  await expect(account).toContainText('Chief');
  const [kept] = await cookies(page);
  expect(kept).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 });
  await pass(page, 'console-start');

  await page.reload();
  await expect(account).toContainText('nok');
  await page.getByRole('link', { name: 'Queue' }).click();
  await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible();
  await expect(page.getByText(/^As of /)).toBeVisible();
  await pass(page, 'console-queue');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Operator name')).toBeVisible();
  await expect.poll(() => cookies(page)).toEqual([]);
});

test('a page of the console is found at every address, and a file that is not there is not', async ({
  product,
  request,
}) => {
  const page = await request.get(`${product.console}/a/page/of/tomorrow`);
  expect(page.headers()).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  });
  expect(page.headers()['content-security-policy']).toContain("script-src 'self'");
  const script = (await page.text()).match(/src="(\/assets\/[^"]+\.js)"/)?.[1];
  const file = await request.get(`${product.console}${script}`);
  expect(file.headers()).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
  expect((await request.get(`${product.console}/assets/gone.js`)).status()).toBe(404);
  expect((await request.get(`${product.app}${script}`)).status()).toBe(404); // the members' listener has none of it
});
