import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { makeStatementRow } from '@/testing/factories';
import { onGet, onPost } from '@/testing/handlers';
import { makeQr } from '@/testing/money-handlers';
import { renderApp } from '@/testing/render-app';

const path = '/user/home?sheet=deposit';

beforeEach(rememberAgreement);

it('makes a code for the amount and counts down', async () => {
  const { user } = await renderApp({ path, member: true });
  await user.click(await screen.findByRole('button', { name: '฿500' }));
  await user.click(screen.getByRole('button', { name: 'Create QR code' }));
  expect(await screen.findByAltText('QR code for ฿500.00')).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:image\/svg/),
  );
  expect(screen.getByRole('timer')).toHaveTextContent(/09:5\d|10:00/);
});

it('does not ask for less than the minimum', async () => {
  const { user } = await renderApp({ path, member: true });
  const amount = await screen.findByRole('textbox', { name: 'Amount' });
  await user.clear(amount);
  await user.type(amount, '0.5');
  expect(screen.getByRole('button', { name: 'Create QR code' })).toBeDisabled();
  expect(screen.getByRole('alert')).toHaveTextContent('The minimum is ฿1.00');
});

it("shows the gateway's reason when there is no code", async () => {
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [onPost('/api/qrcode/{code}', () => ({ hasQrcode: false, message: 'limit of the day' }))],
  });
  await user.click(await screen.findByRole('button', { name: 'Create QR code' }));
  expect(await screen.findByText('limit of the day')).toBeInTheDocument();
});

it('turns into the receipt of the money when it comes, without a tap', async () => {
  let paid = false;
  await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/qrcode/{code}', () => (paid ? { hasQrcode: false, message: '' } : makeQr())),
      onPost('/api/statement', () => ({
        total: paid ? 1 : 0,
        statements: paid ? [makeStatementRow({ _id: 'new', amount: 500, from: 'KBANK' })] : [],
      })),
    ],
  });
  await screen.findByAltText('QR code for ฿500.00');
  paid = true;
  expect(await screen.findByText('฿500.00 received', undefined, { timeout: 8000 })).toBeInTheDocument();
}, 12_000);

it('does not take an older deposit for this one', async () => {
  await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/qrcode/{code}', () => makeQr()),
      onPost('/api/statement', () => ({ total: 1, statements: [makeStatementRow({ _id: 'old', from: 'KBANK' })] })),
    ],
  });
  await screen.findByAltText('QR code for ฿500.00');
  expect(screen.queryByText(/received/)).toBeNull();
});
