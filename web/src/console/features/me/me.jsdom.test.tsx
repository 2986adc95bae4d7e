import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PASSKEY } from '@/console/testing/all-handlers';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';
import { stubDevice } from '@/console/testing/stub-device';

const panel = (name: string) => screen.findByRole('region', { name });
const code = async () => screen.findByLabelText('Six digits from your app');

test('a passkey is added once it was confirmed, with the name that was given', async () => {
  const asked = stubDevice(PASSKEY);
  const { user } = await renderConsole({ path: '/me' });
  const keys = await panel('Passkeys');
  await user.click(await within(keys).findByRole('button', { name: 'Add a passkey' }));
  expect(within(keys).getByText('Give it a name')).toBeVisible();
  await user.type(within(keys).getByLabelText('Name of the passkey'), 'the phone');
  await user.click(within(keys).getByRole('button', { name: 'Add a passkey' }));
  await user.type(await code(), '123456');
  expect(await within(keys).findByText('the phone')).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('a passkey is removed; who does not confirm keeps it', async () => {
  const { user } = await renderConsole({ path: '/me' });
  await user.click(await screen.findByRole('button', { name: 'Remove: YubiKey 5C' }));
  await code();
  await user.keyboard('{Escape}');
  expect(await screen.findByText('It was not confirmed, so nothing has changed.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove: YubiKey 5C' }));
  await user.type(await code(), '123456');
  await waitFor(() => expect(screen.queryByText('YubiKey 5C')).not.toBeInTheDocument());
});

test('a new password is typed twice, and confirmed over its own dialog', async () => {
  const { user } = await renderConsole({ path: '/me' });
  await user.click(within(await panel('Password')).getByRole('button', { name: 'Change' }));
  const dialog = await screen.findByRole('dialog', { name: 'New password' });
  await user.type(within(dialog).getByLabelText('New password'), 'seven umbrellas');
  await user.type(within(dialog).getByLabelText('New password again'), 'seven{Enter}');
  expect(within(dialog).getByText('The two passwords differ')).toBeVisible();
  await user.type(within(dialog).getByLabelText('New password again'), ' umbrellas{Enter}');
  await user.type(await code(), '123456');
  expect(await screen.findByText('The password is changed')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('new recovery codes are shown once, and few of them ask for new ones', async () => {
  const { user } = await renderConsole({ path: '/me' });
  expect(await screen.findByText('2 codes are left')).toBeVisible();
  expect(screen.getByText('Few recovery codes are left. Make new ones.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Make new codes' }));
  await user.type(await code(), '123456');
  expect(await screen.findByText('7K2M-9QTX-4HWD')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  await waitFor(() => expect(screen.queryByText('7K2M-9QTX-4HWD')).not.toBeInTheDocument());
  expect(await screen.findByText('10 codes are left')).toBeVisible();
});

test('another telephone counts once it has shown a code', async () => {
  const { user } = await renderConsole({ path: '/me' });
  await user.click(within(await panel('App that shows codes')).getByRole('button', { name: 'Change' }));
  await user.type(await code(), '123456');
  const dialog = await screen.findByRole('dialog', { name: 'App that shows codes' });
  expect(within(dialog).getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await user.type(within(dialog).getByLabelText('Six digits from your app'), '123456');
  expect(await screen.findByText('The other app counts now')).toBeVisible();
});

test('another session is ended; the present one ends by signing out', async () => {
  const { user } = await renderConsole({ path: '/me' });
  const sessions = await panel('Sessions');
  await user.click(await within(sessions).findByRole('button', { name: /^End/ }));
  await waitFor(() => expect(within(sessions).queryByText('krapao')).not.toBeInTheDocument());
  expect(within(sessions).getByText('this one')).toBeVisible();
});

test('kinds of work are chosen, and the queue asks for the next of them alone', async () => {
  const asked: unknown[] = [];
  const next = on('post', '/api/queue/next', ({ body }) => {
    asked.push(body.kinds);
    return { item: null, detail: null };
  });
  const { user } = await renderConsole({ path: '/me', handlers: [next] });
  const kinds = await panel('Kinds of work');
  await user.click(within(kinds).getByRole('checkbox', { name: 'Slip' }));
  await waitFor(() => expect(within(kinds).getByRole('checkbox', { name: 'Slip' })).toBeEnabled());
  await user.keyboard('gq');
  await screen.findByRole('heading', { level: 1, name: /queue/i });
  await user.keyboard('n');
  await waitFor(() => expect(asked).toEqual([['slip']]));
});
