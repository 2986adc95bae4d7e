import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { onPut } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

beforeEach(() => localStorage.setItem('remember-agreement', 'true'));

test("shows the member's name and the account number, grouped as 3-3-4", async () => {
  await renderApp({ path: '/user/profile', member: true });
  for (const text of ['สมหญิง ใจดี', '7K3M9Q2T4V6X', '081-234-5678', 'Kasikornbank', 'SOMYING JAIDEE', '123-456-7890']) {
    expect(await screen.findByText(text)).toBeInTheDocument();
  }
});

test('copies the plain number and confirms it', async () => {
  vi.stubGlobal('isSecureContext', true);
  const app = await renderApp({ path: '/user/profile', member: true });
  await app.user.click(await screen.findByRole('button', { name: 'Copy Account number' }));
  await screen.findByText('Copied: 1234567890');
  expect(await navigator.clipboard.readText()).toBe('1234567890');
  vi.unstubAllGlobals();
});

test('says when copying is not possible', async () => {
  const app = await renderApp({ path: '/user/profile', member: true });
  await app.user.click(await screen.findByRole('button', { name: 'Copy Account number' }));
  await screen.findByText('Failed to copy');
});

describe('change of password', () => {
  const sent = vi.fn();
  beforeEach(() => sent.mockReset());
  const open = async () => {
    const app = await renderApp({
      path: '/user/profile',
      member: true,
      handlers: [
        onPut('/api/account/changepwd', ({ body, request }) => {
          sent(body, request.headers.get('Idempotency-Key'));
          return { message: 'SUCCESS' };
        }),
      ],
    });
    await app.user.click(await screen.findByRole('button', { name: 'Change password' }));
    await screen.findByLabelText('Current password');
    const fill = async (old: string, fresh: string, again: string) => {
      const fields = ['Current password', 'New password', 'Confirm new password'];
      for (const [i, value] of [old, fresh, again].entries()) {
        if (value) await app.user.type(screen.getByLabelText(fields[i] ?? ''), value);
      }
      await app.user.click(screen.getByRole('button', { name: 'Save new password' }));
    };
    return { app, fill };
  };

  test('sends the old and the new password, confirms and closes', async () => {
    const { app, fill } = await open();
    await fill('password1', 'password2', 'password2');
    await waitFor(() => expect(app.at()).toBe('/user/profile'));
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      { oldPassword: 'password1', newPassword: 'password2' },
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    );
    await screen.findByText('The password has been changed');
  });

  test.each([
    ['', '', '', 'Please fill this in'],
    ['password1', 'password2', 'password3', 'The passwords are not equal'],
    ['password1', 'short', 'short', 'The password needs at least 8 characters'],
  ])('%j, %j, %j shows an error and sends nothing', async (old, fresh, again, text) => {
    const { fill } = await open();
    await fill(old, fresh, again);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(sent).not.toHaveBeenCalled();
  });
});

test('a wrong current password is reported at its field', async () => {
  const app = await renderApp({ path: '/user/profile?sheet=password', member: true });
  await app.user.type(await screen.findByLabelText('Current password'), 'wrong');
  await app.user.type(screen.getByLabelText('New password'), 'password2');
  await app.user.type(screen.getByLabelText('Confirm new password'), 'password2');
  await app.user.click(screen.getByRole('button', { name: 'Save new password' }));
  await screen.findByText('The current password is incorrect');
  expect(screen.getByLabelText('Current password')).toHaveAttribute('aria-invalid', 'true');
});
