import { CHAT_SCREENS } from './chat-screens.mjs';
import { answerWith, changeWallet, DEPOSIT_SCREENS, dialog } from './deposit-screens.mjs';
import { GAME_SCREENS } from './game-screens.mjs';
import { OFFER_SCREENS } from './offer-screens.mjs';
import { PROTECTION_SCREENS } from './protection-screens.mjs';
import { SPIN_SCREENS } from './spin-screens.mjs';

// The screens worth looking at: an address, whether a member looks, and what to do first.
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
  {
    name: 'home-held',
    path: '/user/home',
    member: true,
    async act(page) {
      await changeWallet(page, (wallet) => {
        wallet.wallet = { ...wallet.wallet, amount: 125_320.75, held: 1500, owed: 120, reserved: 12_300 };
      });
      await page.getByText('1,500.00').waitFor();
    },
  },
  {
    name: 'home-first',
    path: '/user/home',
    member: true,
    async act(page) {
      await answerWith(page, '**/api/statement', { total: 0, statements: [] });
      await answerWith(page, '**/api/statement/slip', { total: 0, slips: [] });
      await page.reload();
      await page.getByTestId('total').locator('span').first().waitFor();
    },
  },
  {
    name: 'home-latest',
    path: '/user/home',
    member: true,
    async act(page) {
      await answerWith(page, '**/api/statement/slip', { total: 0, slips: [] });
      await page.reload();
      await page.getByTestId('total').locator('span').first().waitFor();
    },
  },
  ...DEPOSIT_SCREENS,
  { name: 'home-transfer', path: '/user/home?sheet=transfer', member: true, act: dialog },
  { name: 'home-withdraw', path: '/user/home?sheet=withdraw', member: true, act: dialog },
  ...GAME_SCREENS,
  ...OFFER_SCREENS,
  ...SPIN_SCREENS,
  ...PROTECTION_SCREENS,
  ...CHAT_SCREENS,
  { name: 'profile', path: '/user/profile', member: true, fullPage: true },
  { name: 'profile-password', path: '/user/profile?sheet=password', member: true, act: dialog },
  { name: 'member-contact', path: '/user/contact', member: true },
];
