import { answerWith, changeWallet, dialog } from './deposit-screens.mjs';

// The states of a game's sheet, of its card, and of taking money out of games.
const game = (wallet, code) => wallet.slots.find((slot) => slot.code === code);
const sheet = (code) => `/user/home?sheet=game&code=${code}`;
const open = /เปิดเกม|ເປີດເກມ|Open game/;

async function withWallet(page, change) {
  await changeWallet(page, change);
  await dialog(page);
}

/** No tab can be opened, as if a browser blocks it. */
async function blocked(page) {
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('dialog').getByRole('button', { name: open }).click();
  await page.locator('[role=dialog] .border-sky\\/40').waitFor();
}

async function inApp(page, agent) {
  await page.addInitScript((text) => Object.defineProperty(navigator, 'userAgent', { get: () => text }), agent);
  await page.reload();
  await dialog(page);
  await blocked(page);
}

/** The end of a sheet that is longer than the phone. */
const toEnd = (page) => page.locator('[data-drawer-content]').evaluate((box) => box.scrollTo(0, 9999));

const row = (over) => ({
  _id: 'under-way',
  reference: 'k3m9q2t4v6x7z8a',
  statementType: 'transfer',
  from: 'WALLET',
  to: 'pgslot',
  status: 'IN_PROGRESS',
  reason: null,
  amount: 150,
  balance: 5170.75,
  createdAt: '2026-11-20T11:58:03.000Z',
  updatedAt: '2026-11-20T11:58:09.000Z',
  ...over,
});

const leg = (from, amount, status = 'SUCCESS', message = 'SUCCESS') => ({ from, amount, status, message });

async function everythingBack(page, status, moved) {
  await dialog(page);
  const message = status === 'SUCCESS' ? 'SUCCESS' : 'TRANSFER_PENDING';
  await answerWith(page, '**/api/wallet/transferAll', { message, status, reference: 'r', moved });
  await page.locator('[role=dialog] .border-t button').first().click();
  await page.locator('[role=dialog] [role=status] li').first().waitFor();
  await toEnd(page);
}

const GAMES = [
  { name: 'game-open', path: sheet('pgslot'), act: dialog },
  {
    name: 'game-keys',
    path: sheet('pgslot'),
    async act(page) {
      await dialog(page);
      await page.locator('[role=dialog] section.border-t button').first().click();
      await toEnd(page);
    },
  },
  { name: 'game-closed', path: sheet('betflix'), act: dialog },
  {
    name: 'game-factor',
    path: sheet('huayhd'),
    act: (page) =>
      withWallet(page, (wallet) => {
        wallet.slots.find((slot) => slot.code === 'huayhd').amountAt = '2026-11-19T03:04:05.000Z';
      }),
  },
  {
    name: 'game-empty-wallet',
    path: sheet('joker'),
    act: (page) =>
      withWallet(page, (wallet) => {
        wallet.wallet.amount = 0;
      }),
  },
  {
    name: 'game-maintenance',
    path: sheet('pgslot'),
    act: (page) =>
      withWallet(page, (wallet) => {
        Object.assign(game(wallet, 'pgslot'), { maintenance: true, notice: 'PG: 02:00 - 06:00' });
      }),
  },
  {
    name: 'game-checked',
    path: sheet('pgslot'),
    act: (page) =>
      withWallet(page, (wallet) => {
        Object.assign(game(wallet, 'pgslot'), { checkedSince: '2026-11-20T11:40:00.000Z' });
      }),
  },
  {
    name: 'game-closing',
    path: sheet('huayhd'),
    act: (page) =>
      withWallet(page, (wallet) => {
        Object.assign(game(wallet, 'huayhd'), { state: 'closing' });
      }),
  },
  {
    name: 'game-by-hand',
    path: sheet('superslot'),
    act: (page) =>
      withWallet(page, (wallet) => {
        const apps = { android: 'https://super.example/apk', ios: 'https://super.example/ios' };
        Object.assign(game(wallet, 'superslot'), { isActive: true, amount: 0, ...apps });
      }),
  },
  {
    name: 'game-under-way',
    path: sheet('pgslot'),
    async act(page) {
      await answerWith(page, '**/api/statement', { total: 1, statements: [row({})] });
      await page.reload();
      await dialog(page);
      await page.locator('[role=dialog] .border-sky\\/40').waitFor();
    },
  },
  {
    name: 'game-blocked',
    path: sheet('superslot'),
    async act(page) {
      await withWallet(page, (wallet) => Object.assign(game(wallet, 'superslot'), { isActive: true }));
      await blocked(page);
    },
  },
  {
    name: 'game-line',
    path: sheet('superslot'),
    async act(page) {
      await withWallet(page, (wallet) => Object.assign(game(wallet, 'superslot'), { isActive: true }));
      await inApp(page, 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36 Line/14.1.0/IAB');
    },
  },
  {
    name: 'game-facebook',
    path: sheet('superslot'),
    async act(page) {
      await withWallet(page, (wallet) => Object.assign(game(wallet, 'superslot'), { isActive: true }));
      await inApp(page, 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/480.0]');
    },
  },
  {
    name: 'game-failed',
    path: sheet('pgslot'),
    async act(page) {
      await dialog(page);
      await answerWith(page, '**/api/autoLogin/**', { message: 'TRY_AGAIN', params: { game: 'pgslot' } }, 409);
      await page.getByRole('dialog').getByRole('textbox').first().fill('200');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /โอนและเล่น|ໂອນ ແລະ ຫຼິ້ນ|Transfer and play/ })
        .click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'home-unread',
    path: '/user/home',
    async act(page) {
      await changeWallet(page, (wallet) => {
        wallet.syncedAt = '2026-11-21T02:00:00.000Z';
        Object.assign(game(wallet, 'joker'), { maintenance: true, amount: 25 });
        Object.assign(game(wallet, 'ufabet'), { state: 'closing' });
      });
      await page.getByText(/HuayHD/).waitFor();
    },
    fullPage: true,
  },
  {
    name: 'transfer-back',
    path: '/user/home?sheet=transfer',
    act: (page) => everythingBack(page, 'SUCCESS', [leg('pgslot', 1250.5), leg('ufabet', 86.5), leg('huayhd', 120)]),
  },
  {
    name: 'transfer-partly',
    path: '/user/home?sheet=transfer',
    act: (page) =>
      everythingBack(page, 'IN_PROGRESS', [
        leg('pgslot', 1250.5),
        leg('ufabet', 86.5, 'IN_PROGRESS', 'TRANSFER_PENDING'),
        leg('huayhd', 120, 'FAILED', 'TRY_AGAIN'),
        leg('joker', 40, 'FAILED', 'TRANSFER_FAIL'),
      ]),
  },
  {
    name: 'withdraw-partly',
    path: '/user/home?sheet=withdraw',
    async act(page) {
      await dialog(page);
      const failed = ['ufabet', 'huayhd'];
      await answerWith(page, '**/api/wallet/withdrawAll', {
        message: 'SUCCESS',
        status: 'IN_PROGRESS',
        reference: 'r',
        failed,
      });
      await page.getByRole('dialog').getByRole('textbox').first().fill('6000');
      await page.locator('[role=dialog] footer button').click();
      await page.locator('[role=dialog] .border-gold\\/40').waitFor();
    },
  },
];

export const GAME_SCREENS = GAMES.map((screen) => ({ ...screen, member: true }));
