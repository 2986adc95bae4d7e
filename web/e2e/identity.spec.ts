import { readFile } from 'node:fs/promises';
import { Calls } from './calls';
import { codeOnPhone, enter, holderOf, memberToken, newPerson } from './member';
import { messageShown } from './message-shown';
import { expect, test } from './product';
import { stop } from './stop';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

// A demo does not ask who one is, so its first answer is replaced by the refusal of a house that does (API.md: nothing has
// happened then). The code, its message and the call that takes it are the program's own.
test('a withdrawal goes on by the code that came to the registered phone', async ({ page, product, request }) => {
  const person = newPerson();
  const token = await memberToken(request, product, person);
  const calls = new Calls(request, product, token);
  await calls.deposit(6000, { fromBank: 'KBANK', fromAccount: person.accountNo, fromName: holderOf(person) });
  await enter(page, token);
  const keys: (string | null)[] = [];
  await page.route('**/api/wallet/withdraw', async (route) => {
    keys.push(await route.request().headerValue('Idempotency-Key'));
    if (keys.length > 1) return route.continue();
    return route.fulfill({ status: 403, json: { message: 'CONFIRM_IDENTITY' } });
  });
  await page.goto(`${product.app}/user/home?sheet=withdraw`);
  const sheet = page.getByRole('dialog', { name: 'Withdraw' });
  await sheet.getByLabel('Amount').fill('5500');
  await sheet.getByRole('button', { name: 'Withdraw ฿5,500.00' }).click();
  const question = page.getByRole('alertdialog', { name: 'Is it you?' });
  await question.getByLabel('Password', { exact: true }).fill('half of it');
  await question.getByRole('button', { name: 'Send a code by SMS' }).click();
  await expect(question).toContainText(`xxx-xxx-${person.phone.slice(-4)}`);
  await expect(question).toContainText('Request a new code in');
  await stop(page, 'identity-code');
  await question.getByRole('button', { name: 'Use the password' }).click();
  await expect(question.getByLabel('Password', { exact: true })).toHaveValue('half of it');
  await question.getByRole('button', { name: 'Send a code by SMS' }).click();
  const requested = messageShown(page, 'Please wait for the transfer');
  await question.getByLabel('One-time code').fill(await codeOnPhone(page.context(), product, person.phone));
  await requested;
  await expect(question).toBeHidden();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect((await calls.get('/api/wallet')).wallet.amount).toBe(500);
});

test('a member asks for its data, and takes it after its password', async ({ page, product, request }) => {
  const person = newPerson();
  const token = await memberToken(request, product, person);
  await enter(page, token);
  let asked = 0;
  await page.route('**/api/account/export/open', async (route) => {
    if (++asked > 1) return route.continue();
    return route.fulfill({ status: 403, json: { message: 'CONFIRM_IDENTITY' } });
  });
  await page.goto(`${product.app}/user/profile`);
  await page.getByRole('button', { name: /^Your data/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Your data' });
  await sheet.getByRole('button', { name: 'Ask for my data' }).click();
  await expect(sheet.getByRole('status')).toContainText('Your data is ready');
  await expect(sheet).toContainText('You can ask again from');
  await stop(page, 'export-ready');
  const file = async (name: string, before = async () => {}) => {
    const saved = page.waitForEvent('download');
    await sheet.getByRole('button', { name }).click();
    await before();
    return readFile(await (await saved).path(), 'utf8');
  };
  const readable = await file('Page to read', async () => {
    const question = page.getByRole('alertdialog', { name: 'Is it you?' });
    await question.getByLabel('Password', { exact: true }).fill(person.password);
    await question.getByRole('button', { name: 'Confirm' }).click();
  });
  expect(readable).toContain('lang="en"');
  expect(readable).toContain(person.accountNo);
  const data = JSON.parse(await file('File for programs (JSON)'));
  expect(data.tables.find(({ name }: { name: string }) => name === 'member').rows[0].phone).toContain(
    person.phone.slice(1),
  );
});
