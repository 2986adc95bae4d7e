import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { setConfig } from '@/shared/config';
import { codeIn } from '@/shared/lib/one-time-code';
import { pass, stopClock } from '@/testing/clock';
import { makeConfig } from '@/testing/factories';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

type App = Awaited<ReturnType<typeof renderApp>>;
const next = () => screen.getByRole('button', { name: 'Next' });

async function enterPhone({ user }: App, phone = '0812345678') {
  await user.type(await screen.findByLabelText('Phone number'), phone);
  await user.click(next());
}
async function enterProfile({ user }: App) {
  await screen.findByRole('heading', { name: 'About you' });
  await user.type(screen.getByLabelText('Display name'), 'Somying');
  await user.type(screen.getByLabelText('Password'), 'password1');
  await user.type(screen.getByLabelText('Confirm password'), 'password1');
  await user.click(next());
}
async function enterBank({ user }: App, bank = 'KBANK') {
  await screen.findByRole('option', { name: 'Kasikornbank' });
  await user.selectOptions(screen.getByLabelText('Bank'), bank);
  await user.type(screen.getByLabelText('Account number'), '๑๒๓-456-7890');
  await user.type(screen.getByLabelText('First name of account'), 'somying');
  await user.type(screen.getByLabelText('Last name of account'), 'jaidee');
  await user.click(screen.getByRole('button', { name: 'Register' }));
}

test('four steps lead to an account and then to login', async () => {
  stopClock();
  const sent = vi.fn();
  const proofs: (string | null)[] = [];
  const app = await renderApp({
    path: '/register?code=PR7K3M9Q2T4V6X',
    handlers: [
      onPost('/api/account', ({ body, request }) => {
        sent(body);
        proofs.push(request.headers.get('X-Otp-Token'));
        return { message: 'SUCCESS' };
      }),
    ],
  });
  await enterPhone(app);
  await app.user.type(await screen.findByLabelText('One-time code'), '123456');
  await screen.findByRole('heading', { name: 'About you' });
  expect(screen.getByLabelText(/Inviter code/)).toHaveAttribute('readonly');
  await enterProfile(app);
  await enterBank(app);
  await screen.findByRole('heading', { name: 'Registration complete' });
  expect(sent).toHaveBeenCalledExactlyOnceWith({
    name: 'Somying',
    username: '0812345678',
    password: 'password1',
    sourceCode: '',
    inviteCode: 'PR7K3M9Q2T4V6X',
    bankCode: 'KBANK',
    bankAccountName: 'SOMYING JAIDEE',
    bankAccountNo: '1234567890',
    currency: '',
  });
  expect(proofs).toEqual(['otp-token']);
  await pass(2000);
  await waitFor(() => expect(app.at()).toBe('/login'));
  // The next person who registers on this browser was not invited by this link.
  expect(localStorage.getItem('code')).toBeNull();
});

test('its steps are shown and cannot be clicked', async () => {
  const { user } = await renderApp({ path: '/register' });
  const progress = await screen.findByRole('progressbar', { name: 'Step 1 of 4' });
  expect(progress.querySelector('button, a, [tabindex]')).toBeNull();
  for (const part of progress.children) await user.click(part);
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1');
});

test('a number without ten digits shows an error, and nothing is sent', async () => {
  const app = await renderApp({ path: '/register' });
  await enterPhone(app, '081234567');
  expect(await screen.findByRole('alert')).toHaveTextContent('The phone number must support 10 digits');
});

describe('the code is skipped', () => {
  test('when the operator has switched codes off', async () => {
    const app = await renderApp({ path: '/register', handlers: [onGet('/api/lookup/registerOTP', () => false)] });
    await enterPhone(app);
    await screen.findByRole('heading', { name: 'About you' });
  });

  test('when the number was verified a short while ago', async () => {
    const app = await renderApp({
      path: '/register',
      handlers: [onPost('/api/otp/send', () => ({ otpRef: '', otpToken: 't', code: 'OTP_VERIFIED' }))],
    });
    await enterPhone(app);
    await screen.findByRole('heading', { name: 'About you' });
  });
});

test('a wrong code shows an error, and the next one can be typed at once', async () => {
  const app = await renderApp({ path: '/register' });
  await enterPhone(app);
  const code = await screen.findByLabelText('One-time code');
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await app.user.type(code, '000000');
  expect(await screen.findByRole('alert')).toHaveTextContent('The code is incorrect');
  expect(screen.getByText(/Request a new code in/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('One-time code')).toBeEnabled());
  await app.user.type(screen.getByLabelText('One-time code'), '123456');
  await screen.findByRole('heading', { name: 'About you' });
});

test('passwords that differ show a message, and nothing is sent', async () => {
  const app = await renderApp({ path: '/register', handlers: [onGet('/api/lookup/registerOTP', () => false)] });
  await enterPhone(app);
  await app.user.type(await screen.findByLabelText('Display name'), 'A');
  await app.user.type(screen.getByLabelText('Password'), 'password1');
  await app.user.type(screen.getByLabelText('Confirm password'), 'password2');
  await app.user.click(next());
  await waitFor(() => expect(screen.getAllByText('The passwords do not match')).toHaveLength(2));
  expect(screen.getByRole('heading', { name: 'About you' })).toBeInTheDocument();
});

test("the third step shows the server's refusal", async () => {
  const app = await renderApp({
    path: '/register',
    handlers: [
      onGet('/api/lookup/registerOTP', () => false),
      onPost('/api/account/validate', () => {
        throw refuse(409, 'EXISTING_USER');
      }),
    ],
  });
  await enterPhone(app);
  await enterProfile(app);
  expect(await screen.findByRole('alert')).toHaveTextContent('This phone number is already registered');
});

test('KTB needs an English name; in Laos the form asks for a currency', async () => {
  setConfig(makeConfig({ laos: true }));
  const app = await renderApp({ path: '/register', handlers: [onGet('/api/lookup/registerOTP', () => false)] });
  setConfig(makeConfig({ laos: true }));
  await enterPhone(app, '2055123456');
  await enterProfile(app);
  expect(await screen.findByLabelText('Currency')).toHaveValue('LAK');
  await screen.findByRole('option', { name: 'Krungthai Bank' });
  await app.user.selectOptions(screen.getByLabelText('Bank'), 'KTB');
  await app.user.type(screen.getByLabelText('Account number'), '1234567890');
  await app.user.type(screen.getByLabelText('First name of account'), 'สมหญิง');
  await app.user.type(screen.getByLabelText('Last name of account'), 'JAIDEE');
  await app.user.click(screen.getByRole('button', { name: 'Register' }));
  expect(await screen.findByText('Bank account name must be in English only')).toBeInTheDocument();
});

test('a lost answer does not become "already registered"', async () => {
  let tries = 0;
  const app = await renderApp({
    path: '/register',
    handlers: [
      onGet('/api/lookup/registerOTP', () => false),
      http.post('*/api/account', () => {
        tries++;
        return tries === 1 ? HttpResponse.error() : HttpResponse.json({ message: 'EXISTING_USER' }, { status: 409 });
      }),
    ],
  });
  await enterPhone(app);
  await enterProfile(app);
  await enterBank(app);
  expect(await screen.findByRole('alert')).toHaveTextContent('No answer from the server');
  await app.user.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByRole('heading', { name: 'Registration complete' });
});

test('a reload in the middle keeps what was entered', async () => {
  const first = await renderApp({ path: '/register', handlers: [onGet('/api/lookup/registerOTP', () => false)] });
  await enterPhone(first);
  await first.user.type(await screen.findByLabelText('Display name'), 'Somying');
  first.unmount();
  await renderApp({ path: '/register' });
  expect(await screen.findByLabelText('Display name')).toHaveValue('Somying');
});

test.each([
  ['/?code=pr7k3m9q2t4v6x', 'pr7k3m9q2t4v6x'],
  ['/howto?code=PR7K3M9Q2T4V6X', 'PR7K3M9Q2T4V6X'],
  ['/login?code=joker', null],
  ['/howto?sheet=video&id=balance', null],
])("a friend's link to %s is kept until somebody registers: %s", async (path, code) => {
  await renderApp({ path });
  expect(localStorage.getItem('code')).toBe(code);
  cleanup();
  await renderApp({ path: '/login' });
  expect(localStorage.getItem('code')).toBe(code);
});

describe('a phone number', () => {
  const phone = () => screen.findByLabelText('Phone number');
  const codes = (sent: (number: string) => void) => [
    onPost('/api/otp/send', ({ body }) => {
      sent(body.phoneNumber);
      return { otpRef: 'AB12', otpToken: 'otp-token', code: 'OK' };
    }),
  ];

  test.each([
    '+66 87 654 3210',
    '0066-87-654-3210',
    '66876543210',
    '(087) 654–3210',
    '๐๘๗-๖๕๔-๓๒๑๐',
    '\u202a０８７ ６５４ ３２１０',
  ])('%j, filled in or pasted, is the number that was meant', async (typed) => {
    const sent = vi.fn();
    const app = await renderApp({ path: '/register', handlers: codes(sent) });
    fireEvent.change(await phone(), { target: { value: typed } });
    await app.user.click(next());
    await screen.findByLabelText('One-time code');
    expect(sent).toHaveBeenCalledExactlyOnceWith('0876543210');
  });

  test.each(['08765432101', '+66 876 543 2101', '087654321', '6687654321', 'somchai'])(
    '%j is not a phone number: nothing is cut off, and no code is sent',
    async (typed) => {
      const sent = vi.fn();
      const app = await renderApp({ path: '/register', handlers: codes(sent) });
      await app.user.type(await phone(), typed);
      await app.user.click(next());
      expect(screen.getByRole('alert')).toHaveTextContent('must support 10 digits');
      expect(await phone()).toHaveValue(typed);
      expect(sent).not.toHaveBeenCalled();
    },
  );

  test('shows the number as it was read once the field is left', async () => {
    const app = await renderApp({ path: '/register' });
    await app.user.type(await phone(), '+66 87 654 3210');
    await app.user.tab();
    expect(await phone()).toHaveValue('0876543210');
  });

  test('in Laos is a Lao one, with its country or without', async () => {
    setConfig(makeConfig({ laos: true }));
    const sent = vi.fn();
    const app = await renderApp({ path: '/register', handlers: codes(sent) });
    await app.user.type(await phone(), '+66 87 654 3210');
    await app.user.click(next());
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a phone number of Laos');
    await app.user.clear(await phone());
    await app.user.type(await phone(), '+856 20 5551 2345');
    await app.user.click(next());
    await screen.findByLabelText('One-time code');
    expect(sent).toHaveBeenCalledExactlyOnceWith('02055512345');
  });
});

test.each([
  ['123 456', '123456'],
  ['๑๒๓๔๕๖', '123456'],
  ['Your code is 123456 (ref 9921)', '123456'],
])('the code in %j is %s', (typed, code) => expect(codeIn(typed)).toBe(code));

test('a text with more digits than a code is not a code', async () => {
  const asked = vi.fn();
  const app = await renderApp({
    path: '/register',
    handlers: [
      onPost('/api/otp/verify', () => {
        asked();
        return { code: 'OTP_CODE_VALID' };
      }),
    ],
  });
  await enterPhone(app);
  await app.user.click(await screen.findByLabelText('One-time code'));
  await app.user.paste('12345678');
  expect(screen.getByRole('alert')).toHaveTextContent('Enter the code from the SMS');
  expect(asked).not.toHaveBeenCalled();
});
