import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { makeRefund } from '@/testing/offer-factories';
import { renderApp } from '@/testing/render-app';

const path = '/user/home?sheet=refund';
const { info } = makeRefund();

beforeEach(rememberAgreement);

it('explains the refund and receives it into the purse', async () => {
  let check = makeRefund({ refundAmount: 0 });
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/refund/check', () => check),
      onGet('/api/refund/receive', () => {
        check = makeRefund({ result: false, refundAmount: 50, info: { ...info, next: '2099-11-22T17:00:00.000Z' } });
        return { message: 'REFUND_SUCCESS', amount: 50 };
      }),
    ],
  });
  const sheet = await screen.findByRole('dialog', { name: 'Refund of losses' });
  expect(await within(sheet).findByText('฿1,000.00')).toBeInTheDocument();
  for (const line of ['Deposits฿1,500.00', 'Withdrawals−฿200.00', 'Balance−฿300.00', '5% of your losses'])
    expect(sheet).toHaveTextContent(line);
  await user.click(within(sheet).getByRole('button', { name: 'Receive refund' }));
  expect(await screen.findByText('Refund of ฿50.00 received')).toBeInTheDocument();
  expect(await within(sheet).findByText(/^Again from 2[23]\/11\/2099/)).toBeInTheDocument();
  expect(within(sheet).getByRole('button', { name: 'Receive refund' })).toBeDisabled();
  expect(within(sheet).getByRole('button', { name: 'Add ฿50.00 to wallet' })).toBeEnabled();
});

it('adds the purse to the wallet after a question that shows both percentages', async () => {
  let check = makeRefund();
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/refund/check', () => check),
      onGet('/api/refund/addWallet', () => {
        check = makeRefund({ refundAmount: 0, bonus: true });
        return { message: 'REFUND_SUCCESS', amount: 120 };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add ฿120.00 to wallet' }));
  const question = await screen.findByRole('alertdialog', { name: 'Add ฿120.00 to your wallet?' });
  expect(question).toHaveTextContent('reaches 300% of what you receive');
  expect(question).toHaveTextContent('At 5%');
  await user.click(within(question).getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('฿120.00 of refund added to your wallet')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Receive refund' })).toBeDisabled());
});

it('is disabled while a bonus is active, with the reason and a link', async () => {
  await renderApp({ path, member: true, handlers: [onGet('/api/refund/check', () => makeRefund({ bonus: true }))] });
  expect(await screen.findByText('A refund can’t be received while a bonus is active')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Receive refund' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Add ฿120.00 to wallet' })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'See the current bonus' })).toHaveAttribute('href', '/user/bonus');
});

it("says when there is nothing, and shows the server's refusal", async () => {
  let result = true;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/refund/check', () => makeRefund({ result })),
      onGet('/api/refund/receive', () => {
        result = false;
        throw refuse(400, 'REFUND_MINIMUM', { minimum: 1, loss: 10, next: null });
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Receive refund' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/accumulated amount/);
  expect(await screen.findByText('There is no refund to receive yet')).toBeInTheDocument();
});

it('lists received refunds, ten to a page', async () => {
  const { user } = await renderApp({ path, member: true });
  const log = within(await screen.findByRole('region', { name: 'Received so far' }));
  expect(await log.findAllByRole('listitem')).toHaveLength(10);
  await user.click(log.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(log.getAllByRole('listitem')).toHaveLength(2));
});

it('says when nothing was received, and offers a retry', async () => {
  let broken = true;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/refund', () => ({ total: 0, refunds: [] })),
      onGet('/api/refund/check', () => {
        if (broken) throw refuse(409, 'TRY_AGAIN');
        return makeRefund();
      }),
    ],
  });
  expect(await screen.findByText('No refund received yet')).toBeInTheDocument();
  const again = await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await user.click(again);
  expect(await screen.findByRole('button', { name: 'Receive refund' })).toBeEnabled();
});
