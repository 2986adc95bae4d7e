import { atDesk } from './desk';
import { expect, test } from './product';
import { stop } from './stop';

// What two must agree on: one proposes it and can't approve it, another one sees what it does and approves with its key, and
// the log has both.

test('nobody approves its own: an operator is added by two chiefs', async ({ browser, product }) => {
  const [nok, mai] = [await atDesk(browser, product, 'nok'), await atDesk(browser, product, 'mai')];

  await test.step('one proposes it', async () => {
    await nok.goto(`${product.console}/staff`);
    await nok.getByRole('button', { name: 'New operator' }).click();
    const form = nok.getByRole('dialog');
    await form.getByLabel('Name').fill('pim');
    await form.getByLabel('Role').selectOption('cashier');
    await form.getByLabel('Your reason').fill('the evening shift');
    await nok.keyboard.press('Enter');
    await nok.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(form).toHaveCount(0);
  });

  await test.step('and can’t approve it', async () => {
    await nok.goto(`${product.console}/proposals?show=own`);
    await nok.getByText('Add an operator').first().click();
    await expect(nok.getByRole('region', { name: 'Add an operator' }).getByText('the evening shift')).toBeVisible();
    await expect(nok.getByRole('button', { name: /^Withdraw/ })).toBeVisible();
    await expect(nok.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  });

  await test.step('another one sees what it does, and approves with its key', async () => {
    await mai.goto(`${product.console}/proposals`);
    await mai.getByText('Add an operator').first().click();
    await expect(mai.getByRole('region', { name: 'Add an operator' }).getByText('the evening shift')).toBeVisible();
    await stop(mai, 'console-two-persons');
    await mai.getByRole('button', { name: /^Approve/ }).click();
    await mai.getByLabel('Your reason').fill('I know her');
    await mai.keyboard.press('Enter');
    await mai.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(mai.getByText('Nothing waits for you')).toBeVisible();
  });

  await test.step('it is in force later, and the log has both', async () => {
    await mai.goto(`${product.console}/audit?subject=pim`);
    const rows = mai.getByRole('table').getByRole('row');
    await expect(rows.filter({ hasText: 'nok' }).filter({ hasText: 'the evening shift' })).not.toHaveCount(0);
    await expect(rows.filter({ hasText: 'mai' })).not.toHaveCount(0);
  });
});
