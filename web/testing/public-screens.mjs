import { answerWith, dialog, stays } from './deposit-screens.mjs';
import { closed } from './shell-screens.mjs';

// Before the login: returning members, new members, visitors with questions.
const submit = (page) => page.locator('form button[type=submit]').click();
const alert = (page) => page.getByRole('alert').first().waitFor();

async function logIn(page) {
  await page.locator('[name=username]').fill('0812345678');
  await page.locator('[name=password]').fill('nope');
  await submit(page);
}
async function toOtp(page) {
  await page.locator('[name=phone]').fill('0812345678');
  await submit(page);
  await page.locator('#otp-code').waitFor();
}
async function toProfile(page) {
  await toOtp(page);
  await page.locator('#otp-code').fill('123456');
  await page.locator('[name=confirm]').waitFor();
}
async function toBank(page) {
  await toProfile(page);
  await page.locator('[name=name]').fill('สมหญิง');
  await page.locator('[name=password]').fill('password1');
  await page.locator('[name=confirm]').fill('password1');
  await submit(page);
  await page.locator('[name=accountNo]').waitFor();
}
async function fillBank(page) {
  await toBank(page);
  await page.locator('[name=bankCode]').selectOption('KBANK');
  await page.locator('[name=accountNo]').fill('1234567890');
  await page.locator('[name=firstName]').fill('somying');
  await page.locator('[name=lastName]').fill('jaidee');
}

async function toNewPassword(page) {
  await toOtp(page);
  await page.locator('#otp-code').fill('123456');
  await page.locator('[name=confirm]').waitFor();
}

const forgot = (name, act, more = {}) => ({ name, path: '/forgot', ...(act && { act }), ...more });
const login = (name, more = {}) => ({ name, path: '/login', ...more });
const register = (name, act, more = {}) => ({ name, path: '/register', fullPage: true, ...(act && { act }), ...more });

export const PUBLIC_SCREENS = [
  login('login'),
  login('login-wrong', {
    async act(page) {
      await logIn(page);
      await alert(page);
    },
  }),
  login('login-empty', {
    async act(page) {
      await submit(page);
      await alert(page);
    },
  }),
  login('login-limited', {
    before: (page) => answerWith(page, '**/api/login', { message: 'REQUEST_LIMIT', params: { seconds: 30 } }, 429),
    async act(page) {
      await logIn(page);
      await alert(page);
    },
  }),
  login('login-no-network', {
    before: (page) => page.route('**/api/login', (route) => route.abort()),
    async act(page) {
      await logIn(page);
      await alert(page);
    },
  }),
  login('login-closed', { before: closed, act: (page) => page.waitForURL('**/terminated') }),
  register('register-1'),
  register('register-1-taken', async (page) => {
    await answerWith(page, '**/api/otp/send', { message: 'EXISTING_USER' }, 409);
    await page.locator('[name=phone]').fill('0812345678');
    await submit(page);
    await alert(page);
  }),
  register('register-2', toOtp, { fullPage: false }),
  register('register-2-wrong', async (page) => {
    await toOtp(page);
    await page.locator('#otp-code').fill('000000');
    await alert(page);
  }),
  register('register-3', toProfile, { path: '/register?code=PR7K3M9Q2T4V6X' }),
  register('register-3-empty', async (page) => {
    await toProfile(page);
    await submit(page);
  }),
  register('register-4', fillBank),
  register('register-4-taken', async (page) => {
    await answerWith(page, '**/api/account', { message: 'EXISTING_BANK' }, 409);
    await fillBank(page);
    await submit(page);
    await alert(page);
  }),
  register(
    'register-done',
    async (page) => {
      await fillBank(page);
      await submit(page);
      await page.locator('.animate-fill').waitFor();
    },
    { before: stays(2000), fullPage: false },
  ),
  forgot('forgot-1'),
  forgot('forgot-1-no-number', async (page) => {
    await page.locator('[name=phone]').fill('08123456789');
    await submit(page);
    await alert(page);
  }),
  forgot('forgot-2', toOtp),
  forgot('forgot-3', toNewPassword),
  forgot('forgot-3-weak', async (page) => {
    await answerWith(page, '**/api/account/forgot/reset', { message: 'WEAK_PASSWORD', params: { why: 'common' } }, 400);
    await toNewPassword(page);
    await page.locator('[name=password]').fill('password1');
    await page.locator('[name=confirm]').fill('password1');
    await submit(page);
    await alert(page);
  }),
  forgot('forgot-done', async (page) => {
    await toNewPassword(page);
    await page.locator('[name=password]').fill('river in autumn');
    await page.locator('[name=confirm]').fill('river in autumn');
    await submit(page);
    await page.locator('[name=confirm]').waitFor({ state: 'detached' });
  }),
  login('login-code', {
    before: (page) =>
      answerWith(
        page,
        '**/api/login',
        { message: 'REQUEST_LIMIT', params: { seconds: 30, otpToken: 'login-token' } },
        429,
      ),
    async act(page) {
      await logIn(page);
      await page.locator('#otp-code').waitFor();
    },
  }),
  { name: 'howto', path: '/howto', fullPage: true },
  { name: 'howto-video', path: '/howto?sheet=video&id=wallet', act: dialog },
  { name: 'howto-video-gone', path: '/howto?sheet=video&id=nothing', act: dialog },
  { name: 'contact', path: '/contact', fullPage: true },
  {
    name: 'contact-empty',
    path: '/contact',
    before: (page) => answerWith(page, '**/api/lookup/contact', {}),
  },
  {
    name: 'contact-failed',
    path: '/contact',
    before: (page) => answerWith(page, '**/api/lookup/contact', { message: 'INTERNAL' }, 409),
    act: alert,
  },
  {
    name: 'contact-line',
    path: '/contact',
    fullPage: true,
    before: (page) =>
      page.addInitScript(() =>
        Object.defineProperty(navigator, 'userAgent', {
          get: () => 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36 Line/14.1.0/IAB',
        }),
      ),
  },
];

/** An operator in Laos: kip, phone numbers of any length. */
async function laos(page) {
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
    await route.fulfill({ response: answer, json: { ...(await answer.json()), laos: true } });
  });
}

export const LAOS_SCREENS = [
  login('laos-login', { before: laos }),
  register('laos-register-1', undefined, { before: laos }),
  register('laos-register-4', toBank, { before: laos }),
];
