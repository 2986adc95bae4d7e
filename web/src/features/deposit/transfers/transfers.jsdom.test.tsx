import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { transfersQuery } from '@/features/wallet/queries';
import { rememberAgreement } from '@/shared/session/agreement';
import { KEYS, tab } from '@/shared/session/storage';
import { makeTransfer } from '@/testing/factories';
import { onGet } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

const path = '/user/home?sheet=deposit&tab=';

beforeEach(rememberAgreement);

const answer = (...transfers: ReturnType<typeof makeTransfer>[]) => onGet('/api/wallet/add', () => ({ transfers }));
const list = () => screen.findByRole('region', { name: 'Your deposits' });

it.each([
  ['bank', {}, /Waiting for the bank.*฿750\.00.*added by itself.*Waits until 2\d\/11\/2026/],
  ['bank', { note: 'NOT_MATCH' }, /Received, being checked.*See why/],
  ['bank', { status: 'SUCCESS' as const }, /Money added.*฿750\.00/],
  ['bank', { status: 'FAILED' as const, note: 'DEPOSIT_LAPSED' }, /Failed.*within 48 hours.*with the slip/],
  ['bank', { status: 'FAILED' as const, note: 'DEPOSIT_NOT_FOUND' }, /Failed.*did not find this transfer/],
  ['link', { kind: 'truelink' as const, amount: 0, lapsesAt: null }, /Waiting for TrueMoney.*–.*We have your link/],
  ['qr', { kind: 'qr' as const, lapsesAt: null }, /Payment being checked.*฿750\.00.*pay again/],
  ['qr', { kind: 'qr' as const, status: 'FAILED' as const, note: 'DEPOSIT_REFUSED' }, /Failed.*was not accepted/],
])('%s %o: %s', async (way, over, words) => {
  await renderApp({ path: path + way, member: true, handlers: [answer(makeTransfer(over))] });
  expect(await list()).toHaveTextContent(words);
});

it('shows nothing if there is none of this way', async () => {
  await renderApp({ path: `${path}bank`, member: true, handlers: [answer(makeTransfer({ kind: 'truelink' }))] });
  await screen.findByText('405-123-4567');
  await expect.poll(() => tab.get(`${KEYS.transfers}:declared`)).toBe('0');
  expect(screen.queryByRole('region', { name: 'Your deposits' })).toBeNull();
});

it('shows the rest on request', async () => {
  const many = Array.from({ length: 5 }, (_, i) => makeTransfer({ reference: `d${i}`, status: 'SUCCESS' }));
  const { user } = await renderApp({ path: `${path}bank`, member: true, handlers: [answer(...many)] });
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Show all 5' }));
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(5);
});

it('reserves the place of the earlier ones', async () => {
  tab.set(`${KEYS.transfers}:declared`, '2');
  await renderApp({
    path: `${path}bank`,
    member: true,
    handlers: [onGet('/api/wallet/add', () => new Promise(() => undefined))],
  });
  expect((await list()).querySelectorAll('.animate-pulse')).toHaveLength(2);
});

it("is refreshed by the socket's hint about statements", () => {
  expect(transfersQuery.queryKey[0]).toBe('statement');
});
