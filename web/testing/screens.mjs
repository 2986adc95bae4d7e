// The screens worth looking at: an address, whether a member looks, and what to do first.
const dialog = (page) => page.getByRole('dialog').waitFor();
const click = (selector) => (page) => page.locator(selector).first().click();

async function toOtp(page) {
  await page.locator('[name=phone]').fill('0812345678');
  await page.locator('form button[type=submit]').click();
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
  await page.locator('form button[type=submit]').click();
  await page.locator('[name=accountNo]').waitFor();
}

/** Another answer than the fixtures', from now on. */
const answerWith = (page, url, json, status = 200) => page.route(url, (route) => route.fulfill({ json, status }));

async function changeWallet(page, change) {
  await page.route('**/api/wallet', async (route) => {
    const answer = await route.fetch();
    const wallet = await answer.json();
    change(wallet);
    await route.fulfill({ response: answer, json: wallet });
  });
  await page.reload();
}

export const SCREENS = [
  { name: 'login', path: '/login' },
  {
    name: 'login-wrong',
    path: '/login',
    async act(page) {
      await page.locator('[name=username]').fill('0812345678');
      await page.locator('[name=password]').fill('nope');
      await page.locator('form button[type=submit]').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'register-1', path: '/register' },
  { name: 'register-2', path: '/register', act: toOtp },
  {
    name: 'register-2-wrong',
    path: '/register',
    async act(page) {
      await toOtp(page);
      await page.locator('#otp-code').fill('000000');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'register-3', path: '/register?code=PR7K3M9Q2T4V6X', act: toProfile, fullPage: true },
  {
    name: 'register-3-empty',
    path: '/register',
    fullPage: true,
    async act(page) {
      await toProfile(page);
      await page.locator('form button[type=submit]').click();
    },
  },
  {
    name: 'register-4',
    path: '/register',
    fullPage: true,
    async act(page) {
      await toBank(page);
      await page.locator('[name=bankCode]').selectOption('KBANK');
      await page.locator('[name=accountNo]').fill('1234567890');
    },
  },
  {
    name: 'register-done',
    path: '/register',
    async act(page) {
      await toBank(page);
      await page.locator('[name=bankCode]').selectOption('KBANK');
      await page.locator('[name=accountNo]').fill('1234567890');
      await page.locator('[name=firstName]').fill('somying');
      await page.locator('[name=lastName]').fill('jaidee');
      await page.locator('form button[type=submit]').click();
      await page.locator('.animate-fill').waitFor();
    },
  },
  { name: 'howto', path: '/howto', fullPage: true },
  { name: 'howto-video', path: '/howto?sheet=video&id=wallet', act: dialog },
  { name: 'contact', path: '/contact', fullPage: true },
  { name: 'not-found', path: '/nowhere' },
  { name: 'home', path: '/user/home', member: true },
  { name: 'home-agreement', path: '/user/home?sheet=agreement', member: true, act: dialog },
  { name: 'home-conditions', path: '/user/home?sheet=conditions', member: true, act: dialog },
  { name: 'home-language', path: '/user/home', member: true, act: click('header [aria-expanded]') },
  { name: 'home-logout', path: '/user/home', member: true, act: click('header > div > button') },
  { name: 'statement', path: '/user/statement', member: true, fullPage: true },
  { name: 'home-deposit', path: '/user/home?sheet=deposit', member: true, act: dialog },
  { name: 'deposit-bank', path: '/user/home?sheet=deposit&tab=bank', member: true, act: dialog },
  {
    name: 'deposit-qr-shown',
    path: '/user/home?sheet=deposit&tab=qr',
    member: true,
    async act(page) {
      await page.locator('form button[type=submit]').click();
      await page.getByRole('timer').waitFor();
    },
  },
  { name: 'deposit-link', path: '/user/home?sheet=deposit&tab=link', member: true, act: dialog },
  { name: 'deposit-slip', path: '/user/home?sheet=deposit&tab=slip', member: true, act: dialog },
  {
    name: 'deposit-slip-chosen',
    path: '/user/home?sheet=deposit&tab=slip',
    member: true,
    async act(page) {
      await page.locator('input[type=file]').last().setInputFiles('public/icon-512.png');
      await page.locator('[role=dialog] img').waitFor();
    },
  },
  {
    name: 'deposit-declared',
    path: '/user/home?sheet=deposit&tab=bank',
    member: true,
    async act(page) {
      await page.locator('form input').fill('640');
      await page.locator('form button[type=submit]').click();
      await page.getByRole('status').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'deposit-link-wrong',
    path: '/user/home?sheet=deposit&tab=link',
    member: true,
    async act(page) {
      await answerWith(page, '**/api/wallet/truelink', { message: 'TRUELINK_INVALID' }, 400);
      await page.locator('form input').fill('https://gift.truemoney.com/campaign/?v=AbCd1234');
      await page.locator('form button[type=submit]').click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'deposit-link-pending',
    path: '/user/home?sheet=deposit&tab=link',
    member: true,
    async act(page) {
      await page.evaluate(() => sessionStorage.setItem('open-link', `{"reference":"x","at":${Date.now()}}`));
      await page.reload();
      await page.getByRole('status').waitFor();
    },
  },
  {
    name: 'deposit-slip-closed',
    path: '/user/home?sheet=deposit&tab=slip',
    member: true,
    async act(page) {
      const hours = { active: false, closeFrom: '23:00', closeTo: '02:00', withinMinutes: 60, maxBytes: 10_485_760 };
      await answerWith(page, '**/api/lookup/slip', hours);
      await page.reload();
      await page.getByText('23:00').waitFor();
    },
  },
  {
    name: 'deposit-name-first',
    path: '/user/home?sheet=deposit&tab=bank',
    member: true,
    async act(page) {
      await changeWallet(page, (wallet) => {
        wallet.bankAccount = { ...wallet.bankAccount, bankCode: 'KTB', bankAccountName: 'สมหญิง ใจดี' };
      });
      await page.getByText('405-123-4567').waitFor();
    },
  },
  {
    name: 'home-held',
    path: '/user/home',
    member: true,
    async act(page) {
      await changeWallet(page, (wallet) => {
        wallet.wallet = { ...wallet.wallet, held: 1500, reserved: 300 };
      });
      await page.getByText('1,500.00').waitFor();
    },
  },
  { name: 'slips', path: '/user/home?sheet=slips&reference=k3m9q2t4v6x7z8s', member: true, act: dialog },
  { name: 'held', path: '/user/home?sheet=held', member: true, act: dialog },
  { name: 'bank-name', path: '/user/home?sheet=bank-name', member: true, act: dialog },
  { name: 'home-transfer', path: '/user/home?sheet=transfer', member: true, act: dialog },
  { name: 'home-withdraw', path: '/user/home?sheet=withdraw', member: true, act: dialog },
  { name: 'home-game', path: '/user/home?sheet=game&code=pgslot', member: true, act: dialog },
  { name: 'profile', path: '/user/profile', member: true, fullPage: true },
  { name: 'profile-password', path: '/user/profile?sheet=password', member: true, act: dialog },
  { name: 'member-contact', path: '/user/contact', member: true },
];
