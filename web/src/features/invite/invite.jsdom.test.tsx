import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { passUntil, stopClock } from '@/testing/clock';
import { makeWallet } from '@/testing/factories';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

const path = '/user/home?sheet=invite';
const LINK = `${location.origin}/register?code=PR7K3M9Q2T4V6X`;

beforeEach(rememberAgreement);
afterEach(() => Reflect.deleteProperty(navigator, 'share'));

it('has the link to copy and, where the phone can, to share', async () => {
  const shared: unknown[] = [];
  const share = async (what: unknown) => shared.push(what);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const { user } = await renderApp({ path, member: true });
  const sheet = await screen.findByRole('dialog', { name: 'Invite friends' });
  expect(await within(sheet).findByText(LINK)).toBeInTheDocument();
  expect(within(sheet).getByRole('button', { name: 'Copy Invite link' })).toBeInTheDocument();
  await user.click(within(sheet).getByRole('button', { name: 'Share the link' }));
  expect(shared).toEqual([{ text: 'Join Krapao by my link', url: LINK }]);
});

it('offers no share if the browser has none, and shows the QR code for a friend nearby', async () => {
  const { user } = await renderApp({ path, member: true });
  await user.click(await screen.findByRole('button', { name: 'Show QR code' }));
  expect(await screen.findByRole('img', { name: 'QR code of your invite link' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Share the link' })).toBeNull();
});

it('asks with both percentages before the bonus is received, and then shows the amount', async () => {
  let amount = 120;
  let asked = 0;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/wallet', () => makeWallet({ invite: { amount, success: 300, fail: 5 } })),
      onGet('/api/invite/bonus', () => {
        asked++;
        amount = 0;
        return { message: 'INVITE_BONUS_SUCCESS', amount: 120 };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Receive ฿120.00' }));
  const question = await screen.findByRole('alertdialog', { name: 'Receive the invite bonus of ฿120.00?' });
  expect(question).toHaveTextContent('reaches 300% of what you receive');
  expect(question).toHaveTextContent('At 5% the condition ends');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(asked).toBe(0);
  await user.click(await screen.findByRole('button', { name: 'Receive ฿120.00' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('Invite bonus of ฿120.00 received')).toBeInTheDocument();
  expect(asked).toBe(1);
  const purse = screen.getByRole('region', { name: 'Bonus to receive' });
  await waitFor(() => expect(within(purse).getByRole('button', { name: 'Receive' })).toBeDisabled());
});

it('the button on home asks at once, and shows a refusal as a message', async () => {
  const { user, at } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onGet('/api/invite/bonus', () => {
        throw refuse(409, 'BONUS_REMAINING');
      }),
    ],
  });
  const button = await screen.findByRole('button', { name: 'Receive' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(at()).toBe('/user/home?sheet=receive');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('A bonus condition is still active')).toBeInTheDocument();
  await waitFor(() => expect(at()).toBe('/user/home'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('asks nothing if there is nothing to receive', async () => {
  const invite = { amount: 0, success: 300, fail: 5 };
  const { at } = await renderApp({
    path: '/user/home?sheet=receive',
    member: true,
    handlers: [onGet('/api/wallet', () => makeWallet({ invite }))],
  });
  await waitFor(() => expect(at()).toBe('/user/home'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('closes the question if it was received elsewhere meanwhile', async () => {
  let amount = 120;
  stopClock();
  // Money is under way, so the wallet is polled soon.
  const wallet = { amount: 10, reserved: 1, held: 0, owed: 0, currency: 'BAHT' as const };
  const { user, at } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [onGet('/api/wallet', () => makeWallet({ wallet, invite: { amount, success: 300, fail: 5 } }))],
  });
  const button = await screen.findByRole('button', { name: 'Receive' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByRole('alertdialog')).toBeInTheDocument();
  amount = 0;
  await passUntil(4000, () => expect(at()).toBe('/user/home'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('says that a small amount has no condition', async () => {
  const invite = { amount: 20, success: 300, fail: 5 };
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [onGet('/api/wallet', () => makeWallet({ invite }))],
  });
  await user.click(await screen.findByRole('button', { name: 'Receive ฿20.00' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Amounts up to ฿20 have no condition');
});

it('lists friends and what they earned, ten to a page', async () => {
  const asked: unknown[] = [];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/invite', ({ body }) => {
        asked.push(body);
        return {
          total: 11,
          invites: [{ from: { name: `สมช••• ${body.page}` }, amount: 12.5, createdAt: '2026-11-20T11:58:03.000Z' }],
        };
      }),
    ],
  });
  const list = within(await screen.findByRole('region', { name: 'Bonuses from friends' }));
  expect(await list.findByText('สมช••• 1')).toBeInTheDocument();
  expect(list.getByText('฿12.50')).toBeInTheDocument();
  await user.click(list.getByRole('button', { name: 'Page 2' }));
  expect(await list.findByText('สมช••• 2')).toBeInTheDocument();
  expect(asked).toEqual([
    { page: 1, limit: 10 },
    { page: 2, limit: 10 },
  ]);
});

it('says when nothing came yet', async () => {
  await renderApp({ path, member: true, handlers: [onPost('/api/invite', () => ({ total: 0, invites: [] }))] });
  expect(await screen.findByText('No bonuses from friends yet')).toBeInTheDocument();
});
