import { atDesk, decide } from './desk';
import { expect, test } from './product';
import { stop } from './stop';

// The house's own sign-in: two chiefs say whom an operator is at the OpenID provider, and it signs in there, in a browser of its own.
// It is added to the house, and what it may not do any more counts at once, so no other journey shares its house.
test.use({ house: 'provider' });

const SUBJECT = 'sub-pim';

test('a chief ties an operator to its account at the provider, by which it signs in', async ({ browser, product }) => {
  const [nok, mai] = [await atDesk(browser, product, 'nok'), await atDesk(browser, product, 'mai')];
  const approve = async (title: string) => {
    await mai.goto(`${product.console}/proposals`);
    await mai.getByText(title).first().click();
    await mai.getByRole('button', { name: /^Approve/ }).click();
    await decide(mai, 'I know her');
    await expect(mai.getByText('Nothing waits for you')).toBeVisible();
  };

  await test.step('an operator is there, and is nobody at the provider yet', async () => {
    await nok.goto(`${product.console}/staff`);
    await nok.getByRole('button', { name: 'New operator' }).click();
    const form = nok.getByRole('dialog');
    await form.getByLabel('Operator name').fill('pim');
    await form.getByLabel('Role').selectOption('cashier');
    await decide(nok, 'the evening shift');
    await expect(form).toHaveCount(0);
    await approve('Add an operator');
  });

  const pim = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await pim.addInitScript(() => localStorage.setItem('console-locale', 'en'));
  const signIn = async () => {
    await pim.goto(`${product.console}/signin`);
    await pim.getByRole('button', { name: 'Continue with Sandbox ID' }).click();
    await pim.locator('input[name=subject]').fill(SUBJECT);
    await pim.keyboard.press('Enter');
  };

  const today = pim.getByRole('heading', { name: 'Today', level: 1 });
  const refused = pim.getByText('This account is tied to no operator. Ask a chief.');

  await test.step('so it is refused', async () => {
    await signIn();
    await expect(refused).toBeVisible();
    await stop(pim, 'console-refused-by-provider');
  });

  await test.step('a chief ties it, another one approves', async () => {
    await expect(async () => {
      await nok.goto(`${product.console}/staff?name=pim`);
      await nok.getByRole('heading', { name: 'pim', level: 2 }).or(nok.getByRole('alert')).first().waitFor();
      expect(await nok.getByText('nothing yet', { exact: false }).isVisible()).toBe(true);
    }).toPass();
    await nok.getByRole('button', { name: /^Change the OpenID account/ }).click();
    await nok.getByLabel(/OpenID provider/).fill(SUBJECT);
    await decide(nok, 'she has an account there');
    await expect(nok.getByLabel('Your reason')).toHaveCount(0);
    await approve('Tie an operator to an OpenID account');
  });

  await test.step('then it signs in by the provider', async () => {
    await expect(async () => {
      await signIn();
      await today.or(refused).first().waitFor();
      expect(await today.isVisible()).toBe(true);
    }).toPass();
    await nok.goto(`${product.console}/staff?name=pim`);
    await expect(nok.getByText('signs in by OpenID', { exact: false })).toBeVisible();
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${product.sandbox}/?lang=en`);
    await page
      .getByRole('link', { name: /Sign-in \(OpenID\)/ })
      .first()
      .click();
    await expect(page.getByText(SUBJECT).first()).toBeVisible();
  });

  await test.step('a chief unties it, and it is out at once', async () => {
    await nok.getByRole('button', { name: /^Change the OpenID account/ }).click();
    await decide(nok, 'she left');
    await expect(nok.getByText('signs in by OpenID', { exact: false })).toHaveCount(0);
    await pim.reload();
    await expect(pim.getByRole('button', { name: 'Continue with Sandbox ID' })).toBeVisible();
    await signIn();
    await expect(refused).toBeVisible();
  });
});
