import { answerWith, changeWallet, dialog } from './deposit-screens.mjs';

// The frame around every page, and its state when something is missing: the network, the code, the service.
const click = (selector) => (page) => page.locator(selector).first().click();
/** A request without an answer. */
const hang = (url) => (page) => page.route(url, () => undefined);
const home = (name, more = {}) => ({ name, path: '/user/home', member: true, ...more });
const total = (page) => page.getByTestId('total').locator('span').first().waitFor();
const retry = (page) => page.locator('main [role=alert]').first().waitFor();

export const closed = (page) => answerWith(page, '**/api/lookup/active', { active: false, message: 'gone' });

export const SHELL_SCREENS = [
  home('home-agreement', { path: '/user/home?sheet=agreement', act: dialog }),
  home('home-conditions', { path: '/user/home?sheet=conditions', act: dialog }),
  home('conditions-failed', {
    path: '/user/home?sheet=conditions',
    before: (page) => answerWith(page, '**/api/lookup/conditions', { message: 'INTERNAL' }, 409),
    act: dialog,
  }),
  home('home-language', { act: click('header [aria-expanded]') }),
  home('home-logout', { act: click('header > div > button') }),
  home('offline', {
    async act(page) {
      await total(page);
      await page.context().setOffline(true);
      await page.getByRole('status').first().waitFor();
    },
  }),
  home('slow', {
    hangs: '/api/wallet',
    before: hang('**/api/wallet'),
    act: (page) => page.locator('[aria-live=polite] p.rounded-full').waitFor(),
  }),
  {
    name: 'opening',
    path: '/login',
    breaks: true,
    before: (page) => page.route('**/assets/base-*', (route) => route.abort()),
    act: (page) => page.locator('.opening-stuck').waitFor(),
  },
  { name: 'page-loading', path: '/howto', hangs: '/how-to-page-', before: hang('**/assets/how-to-page-*') },
  {
    name: 'page-broken',
    path: '/howto',
    breaks: true,
    before: (page) => page.route('**/assets/how-to-page-*', (route) => route.abort()),
    act: (page) => page.locator('main button').waitFor(),
  },
  {
    name: 'unreachable',
    path: '/login',
    breaks: true,
    before: (page) => page.route('**/config.json', (route) => route.abort()),
    act: (page) => page.locator('main button').waitFor(),
  },
  { name: 'terminated', path: '/terminated', before: closed },
  { name: 'not-found', path: '/nowhere' },
];

export const HOME_SCREENS = [
  home('home', { fullPage: true }),
  home('home-loading', { hangs: '/api/wallet', before: hang('**/api/wallet') }),
  home('home-failed', {
    holes: true,
    before: (page) => answerWith(page, '**/api/wallet', { message: 'NO_WALLET' }, 404),
    act: retry,
  }),
  home('home-hidden', {
    async act(page) {
      await total(page);
      await page.locator('main section button').first().click();
    },
  }),
  home('home-no-wheel', {
    before: (page) => answerWith(page, '**/api/spinwheel/active', { active: false }),
    act: total,
  }),
  home('home-held', {
    async act(page) {
      await changeWallet(page, (wallet) => {
        wallet.wallet = { ...wallet.wallet, amount: 125_320.75, held: 1500, owed: 120, reserved: 12_300 };
      });
      await page.getByText('1,500.00').waitFor();
    },
  }),
  home('home-first', {
    async before(page) {
      await answerWith(page, '**/api/statement', { total: 0, statements: [] });
      await answerWith(page, '**/api/statement/slip', { total: 0, slips: [] });
    },
    act: total,
  }),
  home('home-latest', {
    before: (page) => answerWith(page, '**/api/statement/slip', { total: 0, slips: [] }),
    act: total,
  }),
];
