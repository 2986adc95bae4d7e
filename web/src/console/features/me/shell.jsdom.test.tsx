import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '@/console/testing/render-console';

const code = () => screen.findByRole('textbox', { name: 'Code that the shell shows' }); // its panel has this name, too

test('a shell is let in by who typed its code, saw its machine, and confirmed', async () => {
  const { user } = await renderConsole({ path: '/shell' });
  await user.type(await code(), 'XXXX-XXXX{Enter}');
  expect(await screen.findByText('No shell waits with this code.')).toBeVisible();
  await user.clear(await code());
  await user.type(await code(), 'bcdf-ghjk{Enter}');
  expect(await screen.findByText('somchai-laptop')).toBeVisible();
  expect(screen.getByText('203.0.113.9')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sign this shell in' }));
  expect(screen.queryByText('The shell is signed in.')).not.toBeInTheDocument();
  await user.type(await screen.findByLabelText('Six digits from your app'), '123456');
  expect(await screen.findByText('The shell is signed in.')).toBeVisible();
});

test('a shell of somebody else is refused; the link of a shell brings its code, through the sign-in, too', async () => {
  const { user, at } = await renderConsole({ path: '/shell#BCDF-GHJK', signedIn: false });
  expect(at()).toBe('/signin?next=%2Fshell%23BCDF-GHJK');
  await user.type(await screen.findByLabelText('Operator name'), 'somchai.p');
  await user.type(screen.getByLabelText('Password'), 'a long one{Enter}');
  await user.type(await screen.findByLabelText('Six digits from your app'), '123456');
  expect(await code()).toHaveValue('BCDF-GHJK');
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  await user.click(await screen.findByRole('button', { name: 'It is not mine' }));
  expect(await screen.findByText('The shell was refused, and its code has ended.')).toBeVisible();
});
