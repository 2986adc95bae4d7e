import { answerWith, changeWallet, dialog, toast, toastsStay } from './deposit-screens.mjs';

// The member's profile, and the ways to reach the operator.
const submit = (page) =>
  page.locator('[role=dialog] form button[type=submit], [role=dialog] footer button').last().click();

export const PROFILE_SCREENS = [
  { name: 'profile', path: '/user/profile', member: true, fullPage: true },
  {
    name: 'profile-copied',
    path: '/user/profile',
    member: true,
    before: toastsStay,
    async act(page) {
      await page.locator('dl button').first().click();
      await toast(page);
    },
  },
  {
    name: 'profile-install',
    path: '/user/profile',
    member: true,
    fullPage: true,
    async act(page) {
      await page.locator('dl').first().waitFor();
      await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
    },
  },
  {
    name: 'profile-failed',
    path: '/user/profile',
    member: true,
    before: (page) => answerWith(page, '**/api/account/profile', { message: 'NO_USER' }, 404),
    act: (page) => page.locator('main [role=alert]').waitFor(),
  },
  { name: 'profile-password', path: '/user/profile?sheet=password', member: true, act: dialog },
  {
    name: 'profile-password-wrong',
    path: '/user/profile?sheet=password',
    member: true,
    async act(page) {
      await dialog(page);
      const fields = page.locator('[role=dialog] input');
      for (const place of [0, 1, 2]) await fields.nth(place).fill(place ? 'password2' : 'wrong-password');
      await submit(page);
      await page.getByRole('dialog').getByRole('alert').first().waitFor();
    },
  },
  { name: 'bank-name', path: '/user/home?sheet=bank-name', member: true, act: dialog },
  {
    name: 'bank-name-thai',
    path: '/user/home?sheet=bank-name',
    member: true,
    async act(page) {
      await page.locator('[name=bankAccountName]').fill('สมหญิง ใจดี');
      await submit(page);
      await page.getByRole('dialog').getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'held',
    path: '/user/home?sheet=held',
    member: true,
    act: (page) =>
      changeWallet(page, (wallet) => {
        wallet.wallet = { ...wallet.wallet, held: 12_345_678.9 };
      }).then(() => dialog(page)),
  },
  { name: 'member-contact', path: '/user/contact', member: true, fullPage: true },
];
