import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { makeAccount } from '@/testing/factories';
import { gate } from '@/testing/gate';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

type App = Awaited<ReturnType<typeof renderApp>>;
async function logIn({ user }: App, password = 'password1') {
  await user.type(await screen.findByLabelText('Phone number'), '081-234-5678');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

/** Sets the clock a minute ahead. */
function aMinuteLater() {
  const now = Date.now;
  return vi.spyOn(Date, 'now').mockImplementation(() => now() + 66_000);
}

describe('login', () => {
  test('goes home and remembers the member in this browser', async () => {
    const app = await renderApp({ path: '/' });
    expect(app.at()).toBe('/login');
    await logIn(app);
    await waitFor(() => expect(app.at()).toBe('/user/home'));
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual(['fixture-token', null]);
  });

  test('without remember-me lasts as long as the tab', async () => {
    const app = await renderApp({ path: '/login' });
    await app.user.click(await screen.findByLabelText('Remember me'));
    await logIn(app);
    await waitFor(() => expect(app.at()).toBe('/user/home'));
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, 'fixture-token']);
  });

  test('shows a wrong password until the member types again', async () => {
    const app = await renderApp({ path: '/login' });
    await logIn(app, 'wrong');
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect phone number or password');
    await app.user.type(screen.getByLabelText('Password'), 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('asks for both fields and sends nothing without them', async () => {
    const app = await renderApp({ path: '/login' });
    await app.user.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Enter your phone number and password');
    expect(screen.getByLabelText('Phone number')).toHaveFocus();
  });

  test.each(['+66 81 234 5678', '0066812345678', '66 81 234 5678', '081.234.5678', '๐๘๑๒๓๔๕๖๗๘'])(
    'takes %j for the number that it is',
    async (typed) => {
      const asked = vi.fn();
      const app = await renderApp({
        path: '/login',
        handlers: [
          onPost('/api/login', ({ body }) => {
            asked(body.username);
            throw refuse(401, 'WRONG_CREDENTIAL');
          }),
        ],
      });
      // A password manager fills a field like this.
      fireEvent.change(await screen.findByLabelText('Phone number'), { target: { value: typed } });
      fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'password1' } });
      await app.user.click(screen.getByRole('button', { name: 'Log in' }));
      await waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith('0812345678'));
    },
  );

  test('does not cut a number that is too long, and does not send it', async () => {
    const app = await renderApp({ path: '/login' });
    await app.user.type(await screen.findByLabelText('Phone number'), '081-234-56789');
    await app.user.type(screen.getByLabelText('Password'), 'password1');
    await app.user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getByRole('alert')).toHaveTextContent('must support 10 digits');
    expect(screen.getByLabelText('Phone number')).toHaveValue('081-234-56789');
    expect(app.at()).toBe('/login');
  });

  test('says how long to wait', async () => {
    const limited = onPost('/api/login', () => {
      throw refuse(429, 'REQUEST_LIMIT', undefined, { 'Retry-After': '90' });
    });
    const app = await renderApp({ path: '/login', handlers: [limited] });
    await logIn(app);
    expect(await screen.findByRole('alert')).toHaveTextContent('try again in 90 seconds');
  });

  test('after too many wrong passwords a code admits the right one', async () => {
    const proofs: (string | null)[] = [];
    const throttled = onPost('/api/login', ({ request }) => {
      proofs.push(request.headers.get('X-Otp-Token'));
      if (!proofs.at(-1)) throw refuse(429, 'REQUEST_LIMIT', { seconds: 900, otpToken: 'login-token' });
      return { token: 'fixture-token' };
    });
    const app = await renderApp({ path: '/login', handlers: [throttled] });
    await logIn(app);
    expect(await screen.findByRole('heading', { name: 'Confirm that it is you' })).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(app.at()).toBe('/login'));
    await logIn(app);
    await app.user.type(await screen.findByLabelText('One-time code'), '123456');
    await waitFor(() => expect(app.at()).toBe('/user/home'));
    expect(proofs).toEqual([null, null, 'login-token']);
  });

  test('another code can be requested after a minute, and then only that one is valid', async () => {
    const asked: (string | null)[] = [];
    const throttled = onPost('/api/login', ({ request }) => {
      asked.push(request.headers.get('X-Otp-Token'));
      if (asked.at(-1)) return { token: 'fixture-token' };
      throw refuse(429, 'REQUEST_LIMIT', { seconds: 900, otpToken: `login-token-${asked.length}` });
    });
    const app = await renderApp({ path: '/login', handlers: [throttled] });
    await logIn(app);
    expect(await screen.findByText(/Request a new code in 01:0/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull();
    const clock = aMinuteLater();
    await app.user.click(await screen.findByRole('button', { name: 'Send a new code' }));
    clock.mockRestore();
    expect(await screen.findByText('A new code has been sent')).toBeInTheDocument();
    expect(screen.getByText(/Request a new code in/)).toBeInTheDocument();
    await app.user.type(screen.getByLabelText('One-time code'), '123456');
    await waitFor(() => expect(app.at()).toBe('/user/home'));
    expect(asked).toEqual([null, null, 'login-token-2']);
  });

  test('digits of the new code that are typed before the answer about it stay', async () => {
    const answer = gate();
    let calls = 0;
    const limited = onPost('/api/login', async () => {
      calls += 1;
      if (calls === 2) await answer.passed;
      throw refuse(429, 'REQUEST_LIMIT', { seconds: 900, otpToken: `login-token-${calls}` });
    });
    const app = await renderApp({ path: '/login', handlers: [limited] });
    await logIn(app);
    const code = await screen.findByLabelText('One-time code');
    await screen.findByText(/Request a new code in 01:0/);
    const clock = aMinuteLater();
    await app.user.click(await screen.findByRole('button', { name: 'Send a new code' }));
    clock.mockRestore();
    await app.user.type(code, '123');
    answer.open();
    expect(await screen.findByText('A new code has been sent')).toBeInTheDocument();
    expect(code).toHaveValue('123');
  });

  test('if the rate limit has ended meanwhile, no code is needed, and a wrong password is reported', async () => {
    let calls = 0;
    const throttled = onPost('/api/login', () => {
      calls += 1;
      if (calls === 1) throw refuse(429, 'REQUEST_LIMIT', { seconds: 900, otpToken: 'login-token' });
      if (calls === 2) throw refuse(401, 'WRONG_CREDENTIAL');
      return { token: 'fixture-token' };
    });
    const app = await renderApp({ path: '/login', handlers: [throttled] });
    await logIn(app);
    await screen.findByText(/Request a new code in/);
    const clock = aMinuteLater();
    await app.user.click(await screen.findByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect phone number or password');
    await app.user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await waitFor(() => expect(app.at()).toBe('/user/home'));
    clock.mockRestore();
  });

  test('distinguishes a lost connection from a refusal', async () => {
    const app = await renderApp({ path: '/login', handlers: [http.post('*/api/login', () => HttpResponse.error())] });
    await logIn(app);
    expect(await screen.findByRole('alert')).toHaveTextContent('No answer from the server');
  });

  test.each([
    ['ไทย', 'เข้าสู่ระบบ', 'th'],
    ['ລາວ', 'ເຂົ້າສູ່ລະບົບ', 'lo'],
  ])('switches to %s at a tap, and keeps what was typed', async (name, heading, locale) => {
    const app = await renderApp({ path: '/login' });
    await app.user.type(await screen.findByLabelText('Phone number'), '0812');
    await app.user.click(screen.getByRole('radio', { name }));
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
    expect(screen.getByDisplayValue('0812')).toBeInTheDocument();
    expect([document.documentElement.lang, localStorage.getItem('locale')]).toEqual([locale, locale]);
  });

  test('goes to /terminated when the service is gone', async () => {
    const gone = onGet('/api/lookup/active', () => ({ active: false, message: 'gone' }));
    const app = await renderApp({ path: '/login', handlers: [gone] });
    await waitFor(() => expect(app.at()).toBe('/terminated'));
    expect(await screen.findByRole('heading', { name: 'This service has been closed' })).toBeInTheDocument();
    expect(document.title).toBe('Page Not Found');
  });
});

describe('guards', () => {
  test.each(['/user', '/user/home', '/user/profile', '/user/statement'])(
    '%s without a token is login',
    async (path) => {
      const app = await renderApp({ path });
      await waitFor(() => expect(app.at()).toBe('/login'));
    },
  );

  test('a public page ends the session, on the server too, and keeps the settings of the browser', async () => {
    const ended: (string | null)[] = [];
    localStorage.setItem('last_sync', 'x');
    localStorage.setItem('remember-agreement', 'true');
    localStorage.setItem('code', 'PRX');
    localStorage.setItem('guest-id', 'g');
    const app = await renderApp({
      path: '/howto',
      member: true,
      handlers: [
        onPost('/api/logout', ({ request }) => {
          ended.push(request.headers.get('Authorization'));
          return { message: 'SUCCESS' };
        }),
      ],
    });
    await screen.findByRole('heading', { name: 'How to' });
    await waitFor(() => expect(ended).toEqual(['Bearer fixture-token']));
    expect(
      ['token', 'last_sync', 'remember-agreement', 'code', 'guest-id'].map((key) => localStorage.getItem(key)),
    ).toEqual([null, null, null, 'PRX', 'g']);
    expect(app.at()).toBe('/howto');
  });

  test('a session that ended leads to login with the reason, once', async () => {
    const ended = onGet('/api/account/profile', () => {
      throw refuse(401, 'INVALID_USER_3');
    });
    const app = await renderApp({ path: '/user/profile', member: true, handlers: [ended] });
    await waitFor(() => expect(app.at()).toBe('/login'));
    expect(await screen.findByText(/the password was changed/)).toBeInTheDocument();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('410 anywhere leads to /terminated', async () => {
    const gone = [
      onGet('/api/account/profile', () => {
        throw refuse(410, 'gone');
      }),
      onGet('/api/lookup/active', () => ({ active: false, message: 'gone' })),
    ];
    const app = await renderApp({ path: '/user/profile', member: true, handlers: gone });
    await waitFor(() => expect(app.at()).toBe('/terminated'));
  });

  test('an unknown address is Page Not Found', async () => {
    await renderApp({ path: '/nowhere' });
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeInTheDocument();
  });
});

test('every call names the app, the device and the member', async () => {
  let headers: Headers | undefined;
  await renderApp({
    path: '/user/profile',
    member: true,
    handlers: [
      onGet('/api/account/profile', ({ request }) => {
        headers = request.headers;
        return makeAccount();
      }),
    ],
  });
  await screen.findByText('SOMYING JAIDEE');
  expect(headers?.get('X-Requested-With')).toBe('wallet-user');
  expect(headers?.get('Authorization')).toBe('Bearer fixture-token');
  expect(headers?.get('X-Device-Id')).toMatch(/^[0-9a-f-]{36}$/);
});
