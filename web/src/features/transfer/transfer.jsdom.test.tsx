import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { makeSlot, makeWallet } from '@/testing/factories';
import { gate } from '@/testing/gate';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { NO_BONUS } from '@/testing/offer-factories';
import { renderApp } from '@/testing/render-app';

const path = '/user/home?sheet=transfer';

beforeEach(rememberAgreement);

it('moves money and confirms it', async () => {
  let sent: unknown;
  const keys: (string | null)[] = [];
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/wallet/transfer', ({ body, request }) => {
        sent = body;
        keys.push(request.headers.get('Idempotency-Key'));
        return { message: 'SUCCESS', status: 'SUCCESS', reference: 'r' };
      }),
    ],
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'To' }), 'joker');
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '200');
  await user.click(screen.getByRole('button', { name: 'Transfer ฿200.00' }));
  expect(await screen.findByText(/Transfer done/)).toBeInTheDocument();
  expect(sent).toEqual({ from: 'WALLET', to: 'joker', amount: 200 });
  expect(keys[0]).toMatch(/^[\x21-\x7e]{1,64}$/);
  expect(at()).toBe('/user/home');
});

it('asks for the accounts first, and refuses two equal ones', async () => {
  const { user } = await renderApp({ path, member: true });
  const to = await screen.findByRole('combobox', { name: 'To' });
  const sheet = screen.getByRole('dialog', { name: 'Transfer' });
  await user.click(within(sheet).getByRole('button', { name: 'Transfer' }));
  expect(to).toHaveAccessibleDescription('Please choose an account');
  await user.selectOptions(to, 'WALLET');
  expect(to).toHaveAccessibleDescription('Cannot transfer to the same account');
  await user.selectOptions(to, 'joker');
  expect(to).toBeValid();
  expect(screen.getByRole('textbox', { name: 'Amount' })).toBeInvalid();
});

it('reports success as soon as the money has moved, whatever else is still loading', async () => {
  const condition = gate();
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/bonus/check/active', async () => {
        await condition.passed;
        return NO_BONUS;
      }),
      onPost('/api/wallet/transfer', () => ({ message: 'SUCCESS', status: 'SUCCESS', reference: 'r' })),
    ],
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'To' }), 'joker');
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '200');
  await user.click(screen.getByRole('button', { name: 'Transfer ฿200.00' }));
  expect(await screen.findByText(/Transfer done/)).toBeInTheDocument();
  await expect.poll(at).toBe('/user/home');
  condition.open();
});

it('takes the largest whole amount out of a game, and names its step if another amount is typed', async () => {
  let sent: unknown;
  const slots = [
    makeSlot({ code: 'huayhd', name: 'HuayHD', isActive: true, amount: 12.3456, ftWalletSlot: 10, step: 0.1 }),
  ];
  const { user } = await renderApp({
    path: `${path}&from=huayhd&to=WALLET`,
    member: true,
    handlers: [
      onGet('/api/wallet', () => makeWallet({ slots })),
      onPost('/api/wallet/transfer', ({ body }) => {
        sent = body;
        return { message: 'SUCCESS', status: 'SUCCESS', reference: 'r' };
      }),
    ],
  });
  const amount = await screen.findByRole('textbox', { name: 'Amount' });
  await user.type(amount, '123.45');
  expect(amount).toHaveAccessibleDescription('The amount must be a multiple of 0.1 baht');
  await user.click(screen.getByRole('button', { name: 'Transfer ฿123.45' }));
  expect(sent).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(amount).toHaveValue('123.40');
  await user.click(screen.getByRole('button', { name: 'Transfer ฿123.40' }));
  await expect.poll(() => sent).toEqual({ from: 'huayhd', to: 'WALLET', amount: 123.4 });
});

it('does not offer a closing game as a target', async () => {
  const slots = [makeSlot({ isActive: true, state: 'closing', amount: 80 })];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [onGet('/api/wallet', () => makeWallet({ slots }))],
  });
  const options = (name: string) =>
    within(screen.getByRole('combobox', { name }))
      .getAllByRole('option')
      .map((option) => option.getAttribute('value'));
  await screen.findByRole('combobox', { name: 'To' });
  expect(options('To')).toEqual(['', 'WALLET']);
  expect(options('From')).toEqual(['', 'WALLET', 'joker']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), 'joker');
  await user.click(screen.getByRole('button', { name: 'Swap from and to' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), 'WALLET');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Transfer' }));
  expect(screen.getByRole('combobox', { name: 'To' })).toHaveAccessibleDescription(
    'This game is closing and takes no more money',
  );
});

it('leads to the games if there is no game account', async () => {
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [onGet('/api/wallet', () => makeWallet({ slots: [makeSlot()] }))],
  });
  expect(await screen.findByText('No game account yet')).toBeInTheDocument();
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose a game' }));
  await expect.poll(at).toBe('/user/home');
});

it('sends the same key again after a lost answer, a new one after a refusal', async () => {
  const keys: (string | null)[] = [];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/wallet/transfer', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        if (keys.length === 1) throw refuse(503, 'TRY_AGAIN');
        throw refuse(409, 'MONEY_NOT_ENOUGH');
      }),
    ],
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'To' }), 'joker');
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '200');
  for (let tap = 1; tap <= 3; tap++) {
    await user.click(await screen.findByRole('button', { name: 'Transfer ฿200.00' }));
    await screen.findByText('Something went wrong');
    await expect.poll(() => keys.length).toBe(tap);
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
});

it('waits for the network, and says so', async () => {
  const { user } = await renderApp({ path, member: true });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'To' }), 'joker');
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '200');
  act(() => onlineManager.setOnline(false));
  const sheet = screen.getByRole('dialog', { name: 'Transfer' });
  expect(within(sheet).getByRole('status')).toHaveTextContent('No internet connection');
  expect(screen.getByRole('button', { name: 'Transfer ฿200.00' })).toBeDisabled();
  expect(screen.getByRole('button', { name: /Bring everything back/ })).toBeDisabled();
  act(() => onlineManager.setOnline(true));
  expect(screen.getByRole('button', { name: 'Transfer ฿200.00' })).toBeEnabled();
});

it('names the games and their amounts if all of it came back', async () => {
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/wallet/transferAll', () => ({
        message: 'SUCCESS',
        status: 'SUCCESS',
        reference: 'r',
        moved: [
          { from: 'joker', amount: 100, status: 'SUCCESS', message: 'SUCCESS' },
          { from: 'ufabet', amount: 86.5, status: 'SUCCESS', message: 'SUCCESS' },
        ],
      })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: /Bring everything back/ }));
  const notice = (await screen.findByText(/^Transfer done/)).closest<HTMLElement>('[role=status]');
  const told = within(notice!).getAllByRole('listitem');
  expect(told.map((item) => item.textContent)).toEqual(['Joker Gaming฿100.00Success', 'UFABET฿86.50Success']);
});

it('shows for each game what came back, what did not, and why', async () => {
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/wallet/transferAll', () => ({
        message: 'TRANSFER_PENDING',
        status: 'IN_PROGRESS',
        reference: 'r',
        moved: [
          { from: 'joker', amount: 100, status: 'SUCCESS', message: 'SUCCESS' },
          { from: 'ufabet', amount: 86.5, status: 'IN_PROGRESS', message: 'TRANSFER_PENDING' },
          { from: 'pgslot', amount: 50, status: 'FAILED', message: 'TRY_AGAIN' },
          { from: 'huayhd', amount: 120, status: 'FAILED', message: 'TRANSFER_FAIL' },
        ],
      })),
    ],
  });
  const brought = vi.fn();
  Element.prototype.scrollIntoView = brought;
  await user.click(await screen.findByRole('button', { name: /Bring everything back/ }));
  const notice = (await screen.findByText('Some games are not emptied yet')).parentElement;
  // It is below the button, at the end of a phone's sheet.
  expect(brought.mock.contexts[0]).toContainElement(notice);
  const told = within(notice!)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(told).toEqual([
    expect.stringMatching(/^Joker Gaming฿100\.00Success$/),
    expect.stringMatching(/^UFABET฿86\.50In progressWaiting for the game/),
    expect.stringMatching(/^PG Slot฿50\.00Failed.*being played.*still in it/),
    expect.stringMatching(/^HuayHD฿120\.00Failed.*The game refused\. The money is still in the game/),
  ]);
});

it.each([
  ['100,50', 100.5],
  ['1,000.25', 1000.25],
  ['1.250,5', 1250.5],
  ['๗๕๐', 750],
])('%j typed as the amount moves %d baht', async (typed, amount) => {
  const asked = vi.fn();
  const { user } = await renderApp({
    path: `${path}&to=pgslot`,
    member: true,
    handlers: [
      onPost('/api/wallet/transfer', ({ body }) => {
        asked(body.amount);
        throw refuse(409, 'TRY_AGAIN');
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), typed);
  await user.click(screen.getByRole('button', { name: /^Transfer ฿/ }));
  await waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith(amount));
});

it('moves nothing if the amount is ambiguous', async () => {
  const asked = vi.fn();
  const { user } = await renderApp({
    path: `${path}&to=pgslot`,
    member: true,
    handlers: [
      onPost('/api/wallet/transfer', () => {
        asked();
        throw refuse(409, 'TRY_AGAIN');
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '1.000');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Transfer' }));
  expect(screen.getByRole('alert')).toHaveTextContent('This can be read as two amounts');
  expect(asked).not.toHaveBeenCalled();
});
