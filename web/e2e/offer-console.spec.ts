import { atDesk, decide } from './desk';
import { enter, memberToken, newPerson } from './member';
import { expect, test } from './product';
import { stop } from './stop';

// A bonus from an edit in the console to the member's page, by two persons.

// It changes what all members of its house read.
test.use({ house: 'offers' });

const NAME = 'December: your deposit, doubled';

test('a bonus goes from an edit to the member’s page by two persons', async ({ browser, product, request }) => {
  const token = await memberToken(request, product, newPerson());
  const app = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
  await enter(app, token);
  await app.goto(`${product.app}/user/bonus`);
  await expect(app.getByRole('button', { name: /Welcome 100%/ })).toBeVisible();
  const nok = await atDesk(browser, product, 'nok');
  await nok.goto(`${product.console}/offer/bonus`);

  await test.step('one edits it; what is wrong is said where it is typed', async () => {
    const entry = nok.getByRole('button', { name: /^WELCOME100/ });
    await entry.click();
    await nok.getByLabel('At most (baht)').fill('nothing');
    await expect(nok.locator('footer')).toContainText('1 to correct before it can be proposed');
    await nok.getByLabel('At most (baht)').fill('-1');
    await expect(nok.getByText(/cap is not a positive amount of baht/).first()).toBeVisible();
    await expect(entry).toContainText('1 to correct');
    await nok.getByLabel('At most (baht)').fill('1500');
    await nok.getByRole('group', { name: 'Name' }).getByLabel('English').fill(NAME);
    const changes = nok.getByRole('region', { name: 'What changes' });
    await expect(changes.getByText('bonus.bonuses.WELCOME100.cap')).toBeVisible();
    await expect(changes.getByText(NAME)).toBeVisible();
    await stop(nok, 'console-offer-edit');
  });

  await test.step('it is proposed, and members read what they read before', async () => {
    await nok.getByRole('button', { name: /^Propose/ }).click();
    await decide(nok, 'the offer of December');
    await expect(nok.getByText('nok wants to change this; another person decides')).toBeVisible();
    await app.reload();
    await expect(app.getByRole('button', { name: /Welcome 100%/ })).toBeVisible();
  });

  await test.step('another person sees what changes, and approves', async () => {
    const mai = await atDesk(browser, product, 'mai');
    await mai.goto(`${product.console}/proposals`);
    await expect(mai.getByRole('heading', { name: 'Change content: Bonuses' })).toBeVisible();
    await expect(mai.getByText('bonus.bonuses.WELCOME100.cap')).toBeVisible();
    await mai.getByRole('button', { name: /^Approve/ }).click();
    await decide(mai, 'as agreed');
    await expect(mai.getByText('Nothing waits for you')).toBeVisible();
  });

  await test.step('the member reads it', async () => {
    await expect
      .poll(async () => {
        await app.reload();
        await app.getByRole('button', { name: /Welcome 100%|December/ }).waitFor();
        return app.getByRole('button', { name: new RegExp(NAME) }).count();
      })
      .toBe(1);
  });

  await test.step('its version says who wanted it', async () => {
    await nok.goto(`${product.console}/offer/bonus/history`);
    await expect(nok.getByText('nok + mai').first()).toBeVisible();
    await expect(nok.getByRole('list', { name: 'What this version changed' })).toContainText('1500');
    await stop(nok, 'console-offer-history');
  });
});
