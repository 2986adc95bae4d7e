import { withDevice } from './device';
import { expect, test } from './product';
import { codeOf, PASSWORD } from './secrets';
import { pass } from './stop';

// Whoever has secrets of its own is no longer signed in to by one press, so no other journey shares its house.
test.use({ house: 'passkeys' });

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
  await page.getByRole('button', { name: 'Use a password instead' }).click();
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
