import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { passUntil, stopClock } from '@/testing/clock';
import { makeStatementRow, makeWallet } from '@/testing/factories';
import { gate } from '@/testing/gate';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { makeActive, NO_BONUS } from '@/testing/offer-factories';
import { renderApp } from '@/testing/render-app';

const path = '/user/home?sheet=withdraw';

beforeEach(rememberAgreement);

it('names the account and the limits before the button, and waits for the bank after it', async () => {
  const { user, at } = await renderApp({ path, member: true });
  expect(await screen.findByText('SOMYING JAIDEE')).toBeInTheDocument();
  expect(screen.getByText('฿100.00 to ฿50,000.00 each time')).toBeInTheDocument();
  expect(screen.getByText('฿5,320.75 in your wallet')).toBeInTheDocument();
  expect(screen.getByText('฿1,457.00 in your games')).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '300');
  await user.click(screen.getByRole('button', { name: 'Withdraw ฿300.00' }));
  expect(await screen.findByText(/Please wait for the transfer/)).toBeInTheDocument();
  expect(at()).toBe('/user/home');
});

it('reports success as soon as the withdrawal is requested, whatever else is still loading', async () => {
  const condition = gate();
  let asked = 0;
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/bonus/check/active', async () => {
        if (asked++ > 0) await condition.passed;
        return NO_BONUS;
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '300');
  await user.click(screen.getByRole('button', { name: 'Withdraw ฿300.00' }));
  expect(await screen.findByText(/Please wait for the transfer/)).toBeInTheDocument();
  await expect.poll(at).toBe('/user/home');
  await expect.poll(() => asked).toBeGreaterThan(1);
  condition.open();
});

it('says since when payouts are being checked, and takes the withdrawal all the same', async () => {
  const checkedSince = '2026-11-20T11:40:00.000Z';
  const limits = { withdrawMin: 100, withdrawMax: 50_000, checkedSince };
  const { user } = await renderApp({ path, member: true, handlers: [onGet('/api/lookup/withdraw', () => limits)] });
  expect(await screen.findByText(/^Being checked since 20\/11\/2026/)).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '300');
  await user.click(screen.getByRole('button', { name: 'Withdraw ฿300.00' }));
  expect(await screen.findByText(/Please wait for the transfer/)).toBeInTheDocument();
});

it.each([
  ['50', 'The minimum is ฿100.00'],
  ['60000', 'The maximum is ฿50,000.00'],
  ['7000', 'Not enough money'],
])('refuses %s', async (amount, words) => {
  const { user } = await renderApp({ path, member: true });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), amount);
  await user.click(screen.getByRole('button', { name: /^Withdraw ฿/ }));
  expect(screen.getByRole('alert')).toHaveTextContent(words);
});

it('can be requested again if it failed to load', async () => {
  let broken = true;
  stopClock(500);
  const limits = onGet('/api/lookup/withdraw', () => {
    if (broken) throw refuse(500, 'INTERNAL');
    return { withdrawMin: 100, withdrawMax: 50_000 };
  });
  const { user } = await renderApp({ path, member: true, handlers: [limits] });
  await passUntil(1000, () => expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible());
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('฿100.00 to ฿50,000.00 each time')).toBeInTheDocument();
});

it('keeps back the debt after a deposit was reversed, and says so', async () => {
  const wallet = { amount: 500, reserved: 0, held: 0, owed: 200, currency: 'BAHT' as const };
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [onGet('/api/wallet', () => makeWallet({ wallet, total: 500 }))],
  });
  expect(await screen.findByText(/฿200.00 of it is still owed/)).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '301');
  await user.click(screen.getByRole('button', { name: 'Withdraw ฿301.00' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Not enough money');
});

it('empties the games only when the wallet alone does not hold the amount', async () => {
  const asked: string[] = [];
  const note = (path: '/api/wallet/withdraw' | '/api/wallet/withdrawAll') =>
    onPost(path, () => {
      asked.push(path);
      return { message: 'SUCCESS', status: 'IN_PROGRESS', reference: 'r' };
    });
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [note('/api/wallet/withdraw'), note('/api/wallet/withdrawAll')],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '6000');
  expect(screen.getByText(/your games are emptied first/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Withdraw ฿6,000.00' }));
  await screen.findByText(/Please wait for the transfer/);
  expect(asked).toEqual(['/api/wallet/withdrawAll']);
});

it("shows the server's refusal with the general heading", async () => {
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/wallet/withdraw', () => {
        throw refuse(409, 'MONEY_NOT_ENOUGH');
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '300');
  await user.click(screen.getByRole('button', { name: 'Withdraw ฿300.00' }));
  expect(await screen.findByText('Something went wrong')).toBeInTheDocument();
});

it('shows which games kept money and why, before it closes', async () => {
  const row = { statementType: 'transfer', to: 'WALLET' } as const;
  const old = makeStatementRow({ ...row, _id: 'old', from: 'joker', status: 'FAILED', reason: 'TRANSFER_FAIL' });
  let statements = [old];
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/statement', () => ({ total: statements.length, statements })),
      onPost('/api/wallet/withdrawAll', () => {
        statements = [
          makeStatementRow({ ...row, _id: 'new', from: 'ufabet', status: 'IN_PROGRESS' }),
          makeStatementRow({ ...row, _id: 'no', from: 'huayhd', status: 'FAILED', reason: 'TRANSFER_FAIL' }),
          old,
        ];
        return { message: 'SUCCESS', status: 'IN_PROGRESS', reference: 'r', failed: ['ufabet', 'huayhd', 'joker'] };
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '6000');
  await user.click(screen.getByRole('button', { name: 'Withdraw ฿6,000.00' }));
  expect(await screen.findByText(/Please wait for the transfer/)).toBeInTheDocument();
  const told = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(told.filter((text) => /฿/.test(text ?? ''))).toEqual([
    expect.stringMatching(/^Joker Gaming฿0\.00The game does not answer or is being played/),
    expect.stringMatching(/^UFABET฿86\.50Waiting for the game/),
    expect.stringMatching(/^HuayHD฿120\.00The game refused/),
  ]);
  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(at()).toBe('/user/home');
});

it('says which games still hold the money if emptying them failed', async () => {
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/wallet/withdrawAll', () => {
        throw refuse(409, 'MONEY_NOT_ENOUGH');
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '6000');
  await user.click(screen.getByRole('button', { name: 'Withdraw ฿6,000.00' }));
  const notice = (await screen.findByText('Some games are not emptied yet')).parentElement;
  expect(notice).toHaveTextContent('PG Slot฿1,250.50');
});

it('shows before anything is typed that a bonus blocks withdrawals, with a link to it', async () => {
  await renderApp({ path, member: true, handlers: [onGet('/api/bonus/check/active', () => makeActive())] });
  expect(await screen.findByText('A bonus condition is still active')).toBeInTheDocument();
  const sheet = within(screen.getByRole('dialog', { name: 'Withdraw' }));
  expect(sheet.getByRole('link', { name: 'Bonus' })).toHaveAttribute('href', '/user/bonus');
});
