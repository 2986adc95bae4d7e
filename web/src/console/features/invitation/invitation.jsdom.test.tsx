import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PASSKEY } from '@/console/testing/all-handlers';
import { renderConsole } from '@/console/testing/render-console';
import { stubDevice } from '@/console/testing/stub-device';

test('who is invited sets a password and a telephone, keeps its codes, and is signed in', async () => {
  const { user, at } = await renderConsole({ path: '/invitation#one', signedIn: false });
  expect(await screen.findByText('nok.s')).toBeVisible();
  expect(screen.getByText('Cashier')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use a password instead' }));
  await user.type(screen.getByLabelText('New password'), 'password1234');
  await user.type(screen.getByLabelText('New password again'), 'password1234{Enter}');
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible();
  await user.type(screen.getByLabelText('Six digits from your app'), '123456');
  // It is too easy: the password is asked for again, and the telephone keeps its key.
  expect(await screen.findByText('This password is too easy to guess.')).toBeVisible();
  await user.type(screen.getByLabelText('New password'), 'seven green umbrellas');
  await user.type(screen.getByLabelText('New password again'), 'seven green umbrellas{Enter}');
  await user.type(await screen.findByLabelText('Six digits from your app'), '123456');
  expect(await screen.findByText('7K2M-9QTX-4HWD')).toBeVisible();
  expect(at()).toBe('/invitation');
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
});

test('who is invited makes a passkey of its device, keeps its codes, and is signed in', async () => {
  const asked = stubDevice(PASSKEY);
  const { user } = await renderConsole({ path: '/invitation#one', signedIn: false });
  await user.click(await screen.findByRole('button', { name: 'Make a passkey' }));
  expect(screen.getByText('Give it a name')).toBeVisible();
  await user.type(screen.getByLabelText('Name of the passkey'), 'laptop{Enter}');
  expect(await screen.findByText('7K2M-9QTX-4HWD')).toBeVisible();
  expect(asked).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
});

test('an invitation that was used, and a link without its end, say what to do', async () => {
  const first = await renderConsole({ path: '/invitation#used', signedIn: false });
  expect(await screen.findByText(/no longer valid. Ask a chief/)).toBeVisible();
  first.unmount();
  await renderConsole({ path: '/invitation', signedIn: false });
  expect(await screen.findByText(/This link is not whole/)).toBeVisible();
});
