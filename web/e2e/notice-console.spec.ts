import { atDesk } from './desk';
import { expect, test } from './product';
import { Sandbox } from './sandbox';
import { pass, stop } from './stop';

// What the house is told: a test from the console to a chat channel, to a mailbox and to a system that refuses it.

// It arms a fault of those who are told.
test.use({ house: 'notices' });

test('a test is received by who is told, and what was refused is told again', async ({ browser, product, request }) => {
  const sandbox = new Sandbox(request, product.sandbox);
  const received = async (kind: string) => {
    const all: { kind: string; text: string }[] = await (
      await request.get(`${product.sandbox}/sandbox/notices`)
    ).json();
    return all.filter((one) => one.kind === kind).map(({ text }) => text);
  };
  const desk = await atDesk(browser, product, 'nok');
  await desk.goto(`${product.console}/notice`);
  const targets = desk.getByRole('region', { name: 'Who is told' });
  const table = desk.getByRole('table', { name: 'What was told' });
  const target = (name: string) => targets.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) });
  const send = async (name: string) => {
    await target(name).getByRole('button', { name: 'Send a test' }).click();
    await desk.getByLabel('Your reason').fill('is it there?');
    await desk.keyboard.press('Enter');
    await expect(desk.getByText('Send a test: done')).toBeVisible();
  };
  const row = (to: string) => table.getByRole('row').filter({ hasText: 'Test' }).filter({ hasText: to });

  await test.step('a channel of Slack’s shape takes it', async () => {
    await expect(targets.getByRole('listitem')).toHaveCount(4);
    await send('channel');
    await expect.poll(async () => (await received('slack')).join()).toContain('A test of the notifications');
    await expect(row('channel')).toContainText('taken');
    await stop(desk, 'console-notice');
  });

  await test.step('a letter comes to the mailbox', async () => {
    await send('duty');
    await expect(row('duty')).toContainText('taken');
    expect((await received('mail')).join()).toContain('ทดสอบการแจ้งเตือน');
  });

  await test.step('a system that is not there refuses it for good, and the page says why', async () => {
    await sandbox.fault({ target: 'notice:webhook', mode: 'refuse', count: 1 });
    await send('system');
    await expect(row('system')).toContainText('given up');
    await expect(target('system')).toContainText('fails');
    await row('system').click();
    await expect(desk.getByRole('dialog')).toContainText('HTTP 410');
    await pass(desk, 'console-notice-told');
  });

  await test.step('it is told again, and taken', async () => {
    await desk.getByRole('button', { name: 'Tell it again' }).click();
    await desk.getByLabel('Your reason').fill('it is there again');
    await desk.keyboard.press('Enter');
    await expect(row('system')).toContainText('taken');
    await expect.poll(async () => (await received('webhook')).join()).toContain('"type":"try"');
  });
});
