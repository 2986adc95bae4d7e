import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { makeSlip, makeSlot, makeStatementRow, makeWallet, SLOTS } from '@/testing/factories';
import { gate } from '@/testing/gate';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { NO_BONUS } from '@/testing/offer-factories';
import { renderApp } from '@/testing/render-app';

beforeEach(rememberAgreement);

it('shows the total, its parts and every game in its rail', async () => {
  await renderApp({ path: '/user/home', member: true });
  expect(await screen.findByText('5,320.75')).toBeInTheDocument();
  expect(screen.getByTestId('total')).toHaveTextContent('฿6,777.75');
  const sports = screen.getByRole('region', { name: 'Sports and casino' });
  expect(within(sports).getAllByRole('button', { name: /UFABET|Betflix|AskMeBet|IMI|USUN|Circus/ })).toHaveLength(6);
});

it("shows a game's balance in baht, and the conversion where a credit is not one baht", async () => {
  await renderApp({ path: '/user/home', member: true });
  const card = await screen.findByRole('button', { name: /HuayHD/ });
  expect(card).toHaveTextContent('฿120.00');
  expect(card).toHaveTextContent('12.00 × 10');
});

it("shows the operator's picture and logo of a game where there are any", async () => {
  const slots = [makeSlot({ background: '/games/joker.webp', logo: '/games/joker-logo.svg' })];
  await renderApp({ path: '/user/home', member: true, handlers: [onGet('/api/wallet', () => makeWallet({ slots }))] });
  const card = await screen.findByRole('button', { name: /Joker/ });
  const sources = () => Array.from(card.querySelectorAll('img'), (image) => image.getAttribute('src'));
  expect(sources()).toEqual(['/games/joker.webp', '/games/joker-logo.svg']);
  // A picture that fails to load leaves the drawn art and the name.
  for (const image of card.querySelectorAll('img')) fireEvent.error(image);
  expect(sources()).toEqual([]);
  expect(card).toHaveTextContent('Joker');
});

it('shows what is on its way and opens its receipt', async () => {
  const row = makeStatementRow({ _id: 'w1', statementType: 'withdraw', status: 'IN_PROGRESS', amount: 300 });
  const { user, at } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [onPost('/api/statement', () => ({ total: 1, statements: [row] }))],
  });
  await user.click(await screen.findByRole('button', { name: /Withdrawal ฿300.00/ }));
  expect(at()).toContain('sheet=receipt');
});

it('shows which money is held and why, and which slips are being checked', async () => {
  const { user, at } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onGet('/api/wallet', () =>
        makeWallet({ wallet: { amount: 10, reserved: 0, held: 700, owed: 0, currency: 'BAHT' } }),
      ),
      onPost('/api/statement/slip', () => ({ total: 1, slips: [makeSlip()] })),
    ],
  });
  expect(await screen.findByRole('button', { name: 'Slip being checked' })).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: /Being checked ฿700.00/ }));
  expect(at()).toContain('sheet=held');
  const sheet = await screen.findByRole('dialog', { name: 'Money being checked' });
  expect(sheet).toHaveTextContent('Kasikornbank ••• 7890');
  expect(within(sheet).getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/user/contact');
});

it('shows the latest movement while nothing is pending', async () => {
  const rows = [
    makeStatementRow({ _id: 's2', statementType: 'withdraw', amount: 300, status: 'FAILED' }),
    makeStatementRow(),
  ];
  const { user, at } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onPost('/api/statement', () => ({ total: 2, statements: rows })),
      onPost('/api/statement/slip', () => ({ total: 0, slips: [] })),
    ],
  });
  await user.click(await screen.findByRole('link', { name: 'Latest: Withdraw ฿300.00' }));
  expect(at()).toBe('/user/statement');
});

it('shows the debt, and why', async () => {
  const wallet = { amount: 10, reserved: 0, held: 0, owed: 120, currency: 'BAHT' as const };
  const { user } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [onGet('/api/wallet', () => makeWallet({ wallet }))],
  });
  await user.click(await screen.findByRole('button', { name: /Owed ฿120.00/ }));
  expect(await screen.findByText(/฿120.00 of it is still owed/)).toBeInTheDocument();
});

it('hides the amounts when other people may look', async () => {
  const row = makeStatementRow({ status: 'IN_PROGRESS', amount: 300 });
  const { user } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [onPost('/api/statement', () => ({ total: 1, statements: [row] }))],
  });
  expect(await screen.findByRole('button', { name: /Deposit ฿300.00/ })).toBeInTheDocument();
  await screen.findByText('฿6,777', { exact: false });
  await user.click(screen.getByRole('button', { name: 'Hide balance' }));
  expect(screen.getByTestId('total')).not.toHaveTextContent('6,777');
  expect(screen.queryByText('5,320.75')).toBeNull();
  expect(screen.getByRole('button', { name: /Deposit ••••/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /HuayHD/ })).toHaveTextContent('Balance ••••');
  expect(screen.getByRole('button', { name: /HuayHD/ })).not.toHaveTextContent('12.00');
});

it('names the games that did not answer a refresh, with the time of the last answer on their cards', async () => {
  let syncedAt = '2026-11-20T12:00:00.000Z';
  const slots = SLOTS.map((slot) =>
    slot.code === 'pgslot' ? { ...slot, amountAt: '2026-11-21T09:00:01.000Z' } : slot,
  );
  const { user } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onGet('/api/wallet', () => makeWallet({ slots, syncedAt })),
      onGet('/api/wallet/refresh/slot', () => {
        syncedAt = '2026-11-21T09:00:00.000Z';
        return { slots, failed: ['joker', 'ufabet', 'huayhd'], syncedAt };
      }),
    ],
  });
  const joker = await screen.findByRole('button', { name: /Joker Gaming/ });
  expect(joker).not.toHaveTextContent('As of');
  await user.click(screen.getByRole('button', { name: 'Refresh game balances' }));
  expect(await screen.findByText(/No answer from Joker Gaming, UFABET \+1/)).toBeInTheDocument();
  await waitFor(() => expect(joker).toHaveTextContent('As of 20/11/2026'));
  expect(joker).toHaveTextContent('฿0.00');
  expect(screen.getByRole('button', { name: /PG Slot/ })).not.toHaveTextContent('As of');
  expect(screen.getByText(/Game balances as of 21\/11\/2026/)).toBeInTheDocument();
});

it('reloads what depends on the games after a refresh, because a new balance may have ended a condition', async () => {
  let held = true;
  const { user } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onGet('/api/bonus/check/active', () => ({ ...NO_BONUS, status: held })),
      onGet('/api/wallet/refresh/slot', () => {
        held = false;
        return { slots: SLOTS, failed: [], syncedAt: '2026-11-21T09:00:00.000Z' };
      }),
    ],
  });
  expect(await screen.findByText('(a bonus is in use)')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Refresh game balances' }));
  await waitFor(() => expect(screen.queryByText('(a bonus is in use)')).toBeNull());
});

it('does not blame a game while a transfer of it is under way: it was not asked', async () => {
  const slots = [makeSlot({ isActive: true, amountAt: '2026-11-20T08:00:00.000Z' })];
  const row = makeStatementRow({ statementType: 'transfer', status: 'IN_PROGRESS', from: 'WALLET', to: 'joker' });
  await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onGet('/api/wallet', () => makeWallet({ slots, syncedAt: '2026-11-20T12:00:00.000Z' })),
      onPost('/api/statement', () => ({ total: 1, statements: [row] })),
    ],
  });
  const card = await screen.findByRole('button', { name: /Joker Gaming/ });
  await waitFor(() => expect(card).toHaveTextContent('Money on its way'));
  expect(card).not.toHaveTextContent('As of');
});

it('says of a game that it is closing, and shows its balance', async () => {
  const slots = [makeSlot({ isActive: true, amount: 80, state: 'closing' })];
  await renderApp({ path: '/user/home', member: true, handlers: [onGet('/api/wallet', () => makeWallet({ slots }))] });
  const card = await screen.findByRole('button', { name: /Joker Gaming/ });
  expect(card).toHaveTextContent('Closing');
  expect(card).toHaveTextContent('฿80.00');
});

it('both refresh buttons show what they wait for, and ask once', async () => {
  let asked = 0;
  const answer = gate();
  const { user } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onGet('/api/spinwheel/active', () => ({ active: false })),
      onGet('/api/wallet/refresh/slot', async () => {
        asked++;
        await answer.passed;
        return { slots: SLOTS, failed: [], syncedAt: '2026-11-21T09:00:00.000Z' };
      }),
    ],
  });
  const buttons = [
    await screen.findByRole('button', { name: 'Refresh' }),
    screen.getByRole('button', { name: 'Refresh game balances' }),
  ];
  await screen.findByText(/Game balances as of/);
  await user.dblClick(buttons[0]!);
  expect(await screen.findByText('Asking all games for their balance…')).toBeInTheDocument();
  for (const button of buttons) expect(button).toBeDisabled();
  await expect.poll(() => asked).toBe(1);
  answer.open();
  expect(await screen.findByText('Game balances are up to date')).toBeInTheDocument();
  for (const button of buttons) await waitFor(() => expect(button).toBeEnabled());
  expect(asked).toBe(1);
});

it('shows the balance of a closed game, too', async () => {
  const slots = [makeSlot({ isActive: true, amount: 80, maintenance: true })];
  await renderApp({ path: '/user/home', member: true, handlers: [onGet('/api/wallet', () => makeWallet({ slots }))] });
  const card = await screen.findByRole('button', { name: /Joker Gaming/ });
  expect(card).toHaveTextContent('Under maintenance');
  expect(card).toHaveTextContent('฿80.00');
});

it('offers a retry when the wallet can not be read', async () => {
  let broken = true;
  const { user } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onGet('/api/wallet', () => {
        if (broken) throw refuse(409, 'TRY_AGAIN');
        return makeWallet({ slots: [makeSlot()] });
      }),
    ],
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await user.click(again);
  expect(await screen.findByText('฿6,777', { exact: false })).toBeInTheDocument();
});

it('leads to the wheel with the coins, where there is one', async () => {
  const { user, at } = await renderApp({ path: '/user/home', member: true });
  const wheel = await screen.findByRole('link', { name: /Wheel/ });
  await waitFor(() => expect(wheel).toHaveTextContent('3'));
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument();
  await user.click(wheel);
  await waitFor(() => expect(at()).toBe('/user/spin'));
});

it('has the refresh in the wheel’s place where there is none, also where nobody knows', async () => {
  await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onGet('/api/spinwheel/active', () => {
        throw refuse(400, 'INVALID_INPUT');
      }),
    ],
  });
  expect(await screen.findByRole('button', { name: 'Refresh' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /Wheel/ })).not.toBeInTheDocument();
});
