import { Calls } from './calls';
import { atDesk, decide } from './desk';
import { memberToken, newPerson } from './member';
import { expect, test } from './product';
import { stop } from './stop';

// The README's "morning in five minutes", from its third step on. The chat of its fourth is chat-desk.spec.ts.

// Payouts stop for everybody.
test.use({ house: 'morning' });

test('a morning: where the money is, a transfer that proves itself, and payouts that two let go on', async ({
  browser,
  product,
  request,
}) => {
  const person = newPerson();
  const calls = new Calls(request, product, await memberToken(request, product, person));
  await calls.deposit(500);
  const [nok, mai] = [await atDesk(browser, product, 'nok'), await atDesk(browser, product, 'mai')];

  await test.step('somebody asks where the money is: one page answers', async () => {
    await nok.goto(`${product.console}/member`);
    await nok.getByLabel(/^Phone, name/).fill(person.phone);
    await nok.keyboard.press('Enter');
    await expect(nok.getByRole('heading', { level: 1, name: 'สมหญิง ใจดี' })).toBeVisible();
    await expect(nok.getByText('฿500.00').first()).toBeVisible();
    await stop(nok, 'console-morning-member');
    await nok.getByRole('link', { name: 'Notes' }).click();
    await nok.getByLabel('A note for your colleagues').fill('She asked about her deposit');
    await nok.getByRole('button', { name: 'Note it' }).click();
    await expect(nok.getByRole('listitem').filter({ hasText: 'She asked about her deposit' })).toBeVisible();
  });

  await test.step('its transfer proves itself in this browser', async () => {
    await nok.getByRole('link', { name: 'Statement' }).click();
    await nok.getByRole('listitem').filter({ hasText: 'Deposit' }).getByRole('link').first().click();
    await expect(nok.getByRole('heading', { name: 'Proof in the chain' })).toBeVisible();
    // Nothing is proved before its seal, which comes a moment after it.
    const proved = nok.getByText('Proved', { exact: true });
    await expect
      .poll(async () => {
        await nok.reload();
        await expect(nok.getByText(/^(Proved|Not proved|Not proved yet)$/)).toBeVisible();
        return proved.isVisible();
      })
      .toBe(true);
    await stop(nok, 'console-morning-proof');
  });

  await test.step('one stops the payouts, and two let them go on', async () => {
    await nok.goto(`${product.console}/brakes`);
    const payouts = nok.getByRole('listitem').filter({ hasText: 'Payouts' });
    await payouts.getByRole('button', { name: 'Stop' }).first().click();
    const form = nok.getByRole('dialog');
    await form.getByLabel('Reason').fill('the bank asked us to wait');
    await form.getByRole('button', { name: 'Stop' }).click();
    await nok.getByRole('button', { name: 'Let it go on' }).click();
    await form.getByLabel('Reason').fill('the bank says it is over');
    await form.getByLabel('What you compared').fill('its list of today');
    await form.getByRole('button', { name: 'Let it go on' }).click();
    await nok.getByRole('button', { name: 'Confirm', exact: true }).click();
    await nok.getByRole('link', { name: /see the approval/ }).click();
    await expect(nok.getByRole('button', { name: /^Withdraw/ })).toBeVisible();
    await expect(nok.getByRole('button', { name: /^Approve/ })).toHaveCount(0);

    await mai.goto(`${product.console}/proposals`);
    await expect(mai.getByText('its list of today').first()).toBeVisible();
    await mai.getByRole('button', { name: /^Approve/ }).click();
    await decide(mai, 'I called the bank, too');
    await expect(mai.getByText('Nothing waits for you')).toBeVisible();
    await mai.goto(`${product.console}/brakes`);
    await expect(mai.getByText('Nothing is stopped')).toBeVisible();
  });
});
