import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Ways } from '@/console/api/contract';
import { PASSKEY } from '@/console/testing/all-handlers';
import { DEMO, WAYS } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';
import { stubDevice } from '@/console/testing/stub-device';

const shows = (page: string) => screen.findByRole('heading', { name: page, level: 1 });

test('a name, a password and a code lead to where the operator wanted to go', async () => {
  const { user, at } = await renderConsole({ path: '/proposals/p3', signedIn: false });
  expect(at()).toBe('/signin?next=%2Fproposals%2Fp3');
  await user.type(await screen.findByLabelText('Operator name'), 'somchai.p');
  await user.type(screen.getByLabelText('Password'), 'a long one{Enter}');
  await user.type(await screen.findByLabelText('Six digits from your app'), '123456');
  await shows('Approvals');
  expect(at()).toBe('/proposals/p3');
});

test('a wrong code says that something was wrong, and takes another', async () => {
  const { user } = await renderConsole({ path: '/signin', signedIn: false });
  await user.type(await screen.findByLabelText('Operator name'), 'somchai.p');
  await user.type(screen.getByLabelText('Password'), 'a long one{Enter}');
  await user.type(await screen.findByLabelText('Six digits from your app'), '000000');
  expect(await screen.findByRole('alert')).toHaveTextContent('Name, password or code is wrong.');
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), '123456{Enter}');
  await shows('Today');
});

test('an address of another site is not where a sign-in leads', async () => {
  const { at } = await renderConsole({ path: '/signin?next=//evil.example/' });
  await shows('Today');
  expect(at()).toBe('/today');
});

test('in the demo, one press signs in', async () => {
  const ways = on('get', '/api/signin', () => ({ ...WAYS, demo: DEMO }));
  const { user } = await renderConsole({ path: '/', signedIn: false, handlers: [ways] });
  await user.click(await screen.findByRole('button', { name: 'somchai Chief' }));
  await shows('Today');
});

const withPasskeys = on('get', '/api/signin', (): Ways => ({ ...WAYS, ways: ['passkey', 'password'] }));

test('a passkey signs in by one press, without a name', async () => {
  const asked = stubDevice(PASSKEY);
  const { user } = await renderConsole({ path: '/', signedIn: false, handlers: [withPasskeys] });
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
  await shows('Today');
  expect(asked).toHaveLength(1);
});

test('a device that does not confirm, or has another passkey, signs nobody in', async () => {
  stubDevice(undefined);
  const { user } = await renderConsole({ path: '/', signedIn: false, handlers: [withPasskeys] });
  const press = await screen.findByRole('button', { name: 'Sign in with a passkey' });
  await user.click(press);
  expect(await screen.findByRole('alert')).toHaveTextContent('The device did not confirm');
  stubDevice('YW5vdGhlcg');
  await user.click(press);
  expect(await screen.findByText('Name, password or code is wrong.')).toBeVisible();
});

test('an ended session shows nothing of before, and asks to sign in', async () => {
  const { user, at } = await renderConsole({ path: '/proposals', handlers: [] });
  await screen.findByRole('heading', { name: 'Approve a withdrawal', level: 2 });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByLabelText('Operator name')).toBeVisible();
  expect(at()).toMatch(/^\/signin/);
  expect(screen.queryByText('malee.k')).not.toBeInTheDocument();
});

test('a call that finds no session leads to the sign-in', async () => {
  const over = on('get', '/api/proposal', () => {
    throw refuse(401, 'INVALID_USER_4');
  });
  const { at } = await renderConsole({ path: '/proposals', handlers: [over] });
  expect(await screen.findByLabelText('Operator name')).toBeVisible();
  expect(at()).toBe('/signin?next=%2Fproposals');
});

test('a refusal of the house’s own sign-in is said where it comes back to', async () => {
  await renderConsole({ path: '/signin?error=INACTIVE_USER', signedIn: false });
  expect(await screen.findByRole('alert')).toHaveTextContent('This name has been disabled.');
});

test('the ways in can be asked for again: React Query complains of a query without its call', async () => {
  const complaint = vi.spyOn(console, 'error');
  onTestFinished(() => complaint.mockRestore());
  await renderConsole({ path: '/signin', signedIn: false });
  expect(await screen.findByLabelText('Operator name')).toBeVisible();
  expect(complaint).not.toHaveBeenCalled();
});
