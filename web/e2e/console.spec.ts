import { createHmac } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, type Product, test } from './product';
import { pass, stop } from './stop';

// The house's own side: the first chief of a new house signs in at the console.

const PASSWORD = 'seven green umbrellas';

/** What the telephone with a key shows now, or so many steps of 30 seconds later. */
function codeOf(key: string, later = 0): string {
  const bits = Array.from(key, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const secret = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  );
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const sum = createHmac('sha1', secret).update(step).digest();
  const at = (sum.at(-1) ?? 0) & 15;
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

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

/** A device in this browser that makes passkeys, and recognises its owner. */
async function withDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a demo is signed in to by one press; by an invitation come own secrets, and a passkey signs in and confirms', async ({
  page,
  product,
}) => {
  await product.operator('login', 'nok', '--demo');
  const who = ['--reason=more people'];
  await withDevice(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => localStorage.setItem('console-locale', 'en'));
  await page.goto(product.console);
  await page.getByRole('button', { name: 'mai Chief' }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Operator name')).toBeVisible();

  const invitation = (await product.operator('invite', 'mai', ...who)).trim().split(/\s+/).at(-1);
  await page.goto(`${product.console}/invitation#${invitation}`);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const key = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent())?.replaceAll(' ', '') ?? '';
  await page.getByLabel('Six digits from your app').fill(codeOf(key));
  await expect(page.getByText('These codes are shown this once.', { exact: false })).toBeVisible();
  await pass(page, 'console-codes');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();

  await page.getByRole('link', { name: 'mai' }).click();
  await page.getByLabel('Name of the passkey').fill('laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  // The code of the invitation counts once: this is the next one.
  await page.getByLabel('Six digits from your app').fill(codeOf(key, 1));
  await expect(page.getByRole('button', { name: 'Remove: laptop' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await product.operator('add', 'lek-s', '--role=cashier', ...who); // which takes two
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('link', { name: 'Approvals' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByLabel('Your reason').fill('we agreed on it');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Nothing waits for you')).toBeVisible();
  expect(await product.operator('audit', 'list')).toContain('confirmed by passkey laptop');
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
