import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

const later = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A member that withdraws, and is asked who it is. */
async function asked(more: Parameters<typeof renderApp>[0]['handlers'] = []) {
  const sent = vi.fn();
  let known = false;
  const app = await renderApp({
    path: '/user/home?sheet=withdraw',
    member: true,
    handlers: [
      onGet('/api/lookup/withdraw', () => ({ withdrawMin: 100, withdrawMax: 50_000 })),
      onPost('/api/wallet/withdraw', ({ body, request }) => {
        sent(body, request.headers.get('Idempotency-Key'));
        if (!known) throw refuse(403, 'CONFIRM_IDENTITY');
        return { message: 'SUCCESS', status: 'IN_PROGRESS', reference: 'k3m9q2t4v6x7z8d' };
      }),
      onPost('/api/account/confirm', ({ body }) => {
        if (body.otpToken !== 'identity-token' || body.otpCode !== '123456') throw refuse(400, 'OTP_CODE_INVALID');
        known = true;
        return { message: 'SUCCESS', until: later(300_000) };
      }),
      ...more,
    ],
  });
  await app.user.type(await screen.findByLabelText('Amount'), '500');
  await app.user.click(screen.getByRole('button', { name: /^Withdraw ฿500/ }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Is it you?' }));
  return { ...app, question, sent };
}

const byCode = { name: 'Send a code by SMS' };

it('takes a code in place of the password, and repeats the same request with the same key', async () => {
  const { user, question, sent } = await asked();
  await user.type(question.getByLabelText('Password'), 'half of it');
  await user.click(question.getByRole('button', byCode));
  expect(await question.findByText('We sent a code by SMS to xxx-xxx-5678')).toBeInTheDocument();
  expect(question.getByText('Reference K7Q2M')).toBeInTheDocument();
  expect(question.getByText(/^Request a new code in/)).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  expect(question.getByText('Enter the code from the SMS')).toBeInTheDocument();
  await user.type(question.getByLabelText('One-time code'), '999999');
  expect(await question.findByText('The code is incorrect. Please check your SMS again.')).toBeInTheDocument();
  expect(question.getByLabelText('One-time code')).toHaveValue('');
  expect(sent).toHaveBeenCalledTimes(1);
  await user.type(question.getByLabelText('One-time code'), '123456');
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  expect(sent.mock.calls[1]).toEqual(sent.mock.calls[0]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('goes to the password and back with what was typed, and sends no second message', async () => {
  const asks = vi.fn();
  const { user, question } = await asked([
    onPost('/api/account/confirm/code', () => {
      asks();
      return { otpRef: 'K7Q2M', otpToken: 'identity-token', phone: 'xxxxxx5678', until: later(300_000) };
    }),
  ]);
  await user.type(question.getByLabelText('Password'), 'half of it');
  await user.click(question.getByRole('button', byCode));
  await user.type(await question.findByLabelText('One-time code'), '123');
  await user.click(question.getByRole('button', { name: 'Use the password' }));
  expect(question.getByLabelText('Password')).toHaveValue('half of it');
  await user.click(question.getByRole('button', byCode));
  expect(await question.findByLabelText('One-time code')).toHaveValue('123');
  expect(asks).toHaveBeenCalledTimes(1);
});

it('says why no code was sent, and the password still does', async () => {
  const { user, question } = await asked([
    onPost('/api/account/confirm/code', () => {
      throw refuse(429, 'REQUEST_LIMIT_1MIN', { seconds: 40 });
    }),
  ]);
  await user.click(question.getByRole('button', byCode));
  expect(await question.findByText('Please wait about 1 minute, then try again')).toBeInTheDocument();
  expect(question.getByLabelText('Password')).toBeEnabled();
});
