import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { onPost, refuse } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

type App = Awaited<ReturnType<typeof renderApp>>;

/** Goes as far as the new password: the link on /login, the number, the code. */
async function reachPassword({ user }: App) {
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  await user.type(await screen.findByLabelText('Phone number'), '081-234-5678');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.type(await screen.findByLabelText('One-time code'), '123456');
  await screen.findByRole('heading', { name: 'New password' });
}

async function choose({ user }: App, password: string, again = password) {
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), password);
  await user.clear(screen.getByLabelText('Confirm password'));
  await user.type(screen.getByLabelText('Confirm password'), again);
  await user.click(screen.getByRole('button', { name: 'Save the new password' }));
}

test('a number, its code and a new password reset the password', async () => {
  const sent = vi.fn();
  const app = await renderApp({
    path: '/login',
    handlers: [
      onPost('/api/account/forgot/reset', ({ body, request }) => {
        sent(body, request.headers.get('X-Otp-Token'));
        return { message: 'SUCCESS' };
      }),
    ],
  });
  await reachPassword(app);
  await choose(app, 'a river in autumn', 'a river');
  expect(screen.getByText('The passwords do not match')).toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
  await choose(app, 'a river in autumn');
  expect(await screen.findByText('Your new password is set')).toBeInTheDocument();
  expect(sent).toHaveBeenCalledExactlyOnceWith(
    { phoneNumber: '0812345678', newPassword: 'a river in autumn' },
    'reset-token',
  );
  await app.user.click(screen.getByRole('link', { name: 'Log in' }));
  await waitFor(() => expect(app.at()).toBe('/login'));
});

test('a wrong code shows an error, and the next one can be typed at once', async () => {
  const app = await renderApp({ path: '/forgot' });
  await app.user.type(await screen.findByLabelText('Phone number'), '0812345678');
  await app.user.click(screen.getByRole('button', { name: 'Next' }));
  await app.user.type(await screen.findByLabelText('One-time code'), '999999');
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  await app.user.type(screen.getByLabelText('One-time code'), '123456');
  expect(await screen.findByRole('heading', { name: 'New password' })).toBeInTheDocument();
});

test("the password's strength is shown while it is typed, and so is the server's refusal", async () => {
  const weak = onPost('/api/account/forgot/reset', () => {
    throw refuse(400, 'WEAK_PASSWORD', { why: 'common' });
  });
  const app = await renderApp({ path: '/login', handlers: [weak] });
  await reachPassword(app);
  for (const [password, told] of [
    ['abc', 'Too short'],
    ['12345678', 'Easy to guess'],
    ['0812345678', 'Easy to guess'],
    ['kx7-q2mz', 'Fair'],
    ['a river in autumn', 'Strong'],
  ] as const) {
    await app.user.clear(screen.getByLabelText('Password'));
    await app.user.type(screen.getByLabelText('Password'), password);
    expect(screen.getByRole('status')).toHaveTextContent(told);
  }
  await choose(app, 'evening princess');
  expect(await screen.findByText(/This password is easy to guess/)).toBeInTheDocument();
});

test('an expired confirmation leads back to the number', async () => {
  const over = onPost('/api/account/forgot/reset', () => {
    throw refuse(403, 'UNVERIFIED_OTP');
  });
  const app = await renderApp({ path: '/login', handlers: [over] });
  await reachPassword(app);
  await choose(app, 'a river in autumn');
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Save the new password' }));
  expect(await screen.findByRole('heading', { name: 'Forgot password' })).toBeInTheDocument();
});
