import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { pass, stopClock } from '@/testing/clock';
import { makeStatementRow } from '@/testing/factories';
import { onPost } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

beforeEach(rememberAgreement);
afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

it('shows each movement with its sign, where from and to, and its state', async () => {
  const statements = [
    makeStatementRow({
      _id: 'a',
      statementType: 'withdraw',
      from: 'WALLET',
      to: 'KBANK',
      amount: 300,
      status: 'IN_PROGRESS',
    }),
    makeStatementRow({ _id: 'b', statementType: 'transfer', from: 'WALLET', to: 'joker', amount: 200 }),
    makeStatementRow({ _id: 'c', amount: 500 }),
  ];
  await renderApp({
    path: '/user/statement',
    member: true,
    handlers: [onPost('/api/statement', () => ({ total: 3, statements }))],
  });
  await screen.findByText('Wallet → Joker Gaming');
  const rows = screen.getAllByRole('button', { name: /฿/ });
  expect(rows[0]).toHaveTextContent('−฿300.00');
  expect(rows[0]).toHaveTextContent('In progress');
  expect(rows[1]).toHaveTextContent('Wallet → Joker Gaming');
  expect(rows[2]).toHaveTextContent('+฿500.00');
});

it('keeps the page in the address', async () => {
  const { user, at } = await renderApp({ path: '/user/statement', member: true });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  expect(at()).toBe('/user/statement?page=2');
});

it('opens a receipt that Back closes, with its reference to copy', async () => {
  const { user, at } = await renderApp({ path: '/user/statement?page=2', member: true });
  await user.click((await screen.findAllByRole('button', { name: /฿/ }))[0] as HTMLElement);
  const sheet = await screen.findByRole('dialog');
  expect(within(sheet).getByText('k3m9q2t4v6x7z8a')).toBeInTheDocument();
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await expect.poll(at).toBe('/user/statement?page=2');
});

it('shares a receipt as text where the phone can share', async () => {
  const share = vi.fn((_: ShareData) => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const { user } = await renderApp({ path: '/user/statement', member: true });
  await user.click((await screen.findAllByRole('button', { name: /฿/ }))[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Share this entry' }));
  const { text = '' } = share.mock.calls[0]?.[0] ?? {};
  expect(text.split('\n')).toEqual([
    expect.stringMatching(/^Deposit \+฿[\d,]+\.\d\d$/),
    'Success',
    expect.stringContaining(' → Wallet'),
    expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
    'Reference k3m9q2t4v6x7z8a',
  ]);
});

it('says what to do when there are no movements', async () => {
  await renderApp({
    path: '/user/statement',
    member: true,
    handlers: [onPost('/api/statement', () => ({ total: 0, statements: [] }))],
  });
  expect(await screen.findByRole('link', { name: 'Deposit' })).toBeInTheDocument();
});

it("distinguishes a bonus's end from its grant, and shows what went back as a movement", async () => {
  const bonus = { description: 'Welcome' };
  const row = makeStatementRow({ statementType: 'finish_bonus', status: 'FAILED', amount: 250, bonus });
  await renderApp({
    path: '/user/statement',
    member: true,
    handlers: [onPost('/api/statement', () => ({ total: 1, statements: [row] }))],
  });
  expect(await screen.findByText(/ · Welcome$/)).toBeInTheDocument();
  const amount = screen.getByText('฿250.00');
  expect(amount.closest('.line-through')).toBeNull();
});

it('keeps the open receipt when a new movement pushes it to the next page', async () => {
  const row = makeStatementRow({ _id: 'mine', amount: 77, status: 'IN_PROGRESS', reason: null });
  const other = (i: number) => makeStatementRow({ _id: `o${i}`, reference: `o${i}` });
  let pages = [[other(1), row], []] as (typeof row)[][];
  stopClock();
  // Home polls the newest movements while one is pending.
  await renderApp({
    path: '/user/home?sheet=receipt&id=mine&page=1',
    member: true,
    handlers: [onPost('/api/statement', ({ body }) => ({ total: 12, statements: pages[body.page - 1] ?? [] }))],
  });
  const sheet = await screen.findByRole('dialog', { name: 'Receipt' });
  await within(sheet).findByText('+฿77.00');
  pages = [[other(2), other(1)], [{ ...row, status: 'SUCCESS' }]];
  await pass(4000);
  expect(await within(sheet).findByText('Success')).toBeInTheDocument();
  expect(within(sheet).getByText('+฿77.00')).toBeInTheDocument();
});
