import { answerWith, changeWallet, dialog, toast, toastsStay } from './deposit-screens.mjs';

// Withdrawals, transfers, and the statement.
const sheet = (name, path, more = {}) => ({ name, path, member: true, act: dialog, ...more });
const statement = (name, more = {}) => ({ name, path: '/user/statement', member: true, fullPage: true, ...more });
const amount = (page, typed) => page.getByRole('dialog').getByRole('textbox').first().fill(typed);
const send = (page) => page.locator('[role=dialog] footer button').click();
const failed = (page) => page.getByRole('dialog').getByRole('alert').first().waitFor();

const row = (place, over) => ({
  _id: `r${place}`,
  reference: `k3m9q2t4v6x7z8${place}`,
  statementType: 'deposit',
  from: 'KBANK',
  to: 'WALLET',
  status: 'SUCCESS',
  reason: null,
  amount: 500,
  balance: 5320.75,
  createdAt: '2026-11-22T04:58:03.000Z',
  updatedAt: '2026-11-22T04:58:09.000Z',
  ...over,
});
const out = { statementType: 'withdraw', from: 'WALLET', to: 'KBANK' };
const KINDS = [
  row(0, { ...out, status: 'IN_PROGRESS', amount: 50_000 }),
  row(1, { ...out, status: 'IN_PROGRESS', amount: 1500, reason: 'WITHDRAW_REVIEW' }),
  row(2, { statementType: 'transfer', from: 'WALLET', to: 'pgslot', status: 'IN_PROGRESS', amount: 200 }),
  row(3, { statementType: 'transfer', from: 'ufabet', to: 'WALLET', amount: 1_250_000.75 }),
  row(4, { amount: 12_345_678.9 }),
  row(5, { status: 'FAILED', reason: 'DEPOSIT_LAPSED', createdAt: '2026-11-21T04:58:03.000Z' }),
  row(6, { ...out, status: 'FAILED', reason: 'TRANSFER_FAIL', createdAt: '2026-11-20T04:58:03.000Z' }),
  row(7, {
    statementType: 'bonus',
    from: 'BONUS',
    bonus: { description: 'โบนัสต้อนรับสมาชิกใหม่ 100% สูงสุด 1,000 บาท' },
    createdAt: '2026-11-15T04:58:03.000Z',
  }),
  row(8, {
    statementType: 'finish_bonus',
    from: 'BONUS',
    status: 'FAILED',
    amount: 250,
    bonus: { description: 'โบนัสต้อนรับ' },
    createdAt: '2026-08-15T04:58:03.000Z',
  }),
];
const kinds = (page) => answerWith(page, '**/api/statement', { total: KINDS.length, statements: KINDS });
const receipt = (id) => `/user/statement?sheet=receipt&id=${id}&page=1`;

export const STATEMENT_SCREENS = [
  statement('statement'),
  statement('statement-kinds', { before: kinds }),
  statement('statement-empty', {
    before: (page) => answerWith(page, '**/api/statement', { total: 0, statements: [] }),
  }),
  statement('statement-loading', {
    hangs: '/api/statement',
    before: (page) => page.route('**/api/statement', () => undefined),
  }),
  statement('statement-failed', {
    before: (page) => answerWith(page, '**/api/statement', { message: 'INTERNAL' }, 409),
    act: (page) => page.locator('main [role=alert]').waitFor(),
  }),
  sheet('receipt', receipt('s1-0')),
  sheet('receipt-waits', receipt('r1'), { before: kinds }),
  sheet('receipt-failed', receipt('r6'), { before: kinds }),
  sheet('receipt-gone', receipt('nothing')),
];

const WITHDRAW = '/user/home?sheet=withdraw';
const TRANSFER = '/user/home?sheet=transfer';

export const MONEY_SCREENS = [
  sheet('withdraw', WITHDRAW),
  sheet('withdraw-from-games', WITHDRAW, {
    async act(page) {
      await dialog(page);
      await amount(page, '6000');
    },
  }),
  sheet('withdraw-too-little', WITHDRAW, {
    async act(page) {
      await dialog(page);
      await amount(page, '50');
      await send(page);
      await failed(page);
    },
  }),
  sheet('withdraw-two-ways', WITHDRAW, {
    async act(page) {
      await dialog(page);
      await amount(page, '1.000');
      await page.getByRole('dialog').getByRole('textbox').first().blur();
      await failed(page);
    },
  }),
  sheet('withdraw-offline', WITHDRAW, {
    breaks: true,
    before: (page) =>
      page.route('**/api/lookup/withdraw', async (route) => {
        await page.evaluate(() => window.dispatchEvent(new Event('offline')));
        await route.abort();
      }),
    act: (page) => page.locator('[role=dialog] .border-dashed').waitFor(),
  }),
  sheet('withdraw-refused', WITHDRAW, {
    async act(page) {
      await dialog(page);
      await answerWith(page, '**/api/wallet/withdraw', { message: 'BONUS_REMAINING' }, 409);
      await amount(page, '500');
      await send(page);
      await failed(page);
    },
  }),
  sheet('withdraw-owed', WITHDRAW, {
    act: (page) =>
      changeWallet(page, (wallet) => {
        wallet.wallet = { ...wallet.wallet, owed: 1200 };
      }).then(() => dialog(page)),
  }),
  sheet('withdraw-bonus', WITHDRAW, {
    before: (page) => answerWith(page, '**/api/bonus/check/active', { status: true, state: 'active', games: [] }),
  }),
  sheet('withdraw-checked', WITHDRAW, {
    before: (page) =>
      answerWith(page, '**/api/lookup/withdraw', {
        withdrawMin: 100,
        withdrawMax: 50_000,
        checkedSince: '2026-11-20T11:40:00.000Z',
      }),
    act: dialog,
  }),
  sheet('withdraw-failed', WITHDRAW, {
    before: (page) => answerWith(page, '**/api/lookup/withdraw', { message: 'INTERNAL' }, 409),
    act: failed,
  }),
  sheet('withdraw-done', WITHDRAW, {
    leads: true,
    before: toastsStay,
    async act(page) {
      await dialog(page);
      await amount(page, '500');
      await send(page);
      await toast(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  }),
  sheet('transfer', TRANSFER),
  sheet('transfer-wrong', TRANSFER, {
    async act(page) {
      await dialog(page);
      await send(page);
      await failed(page);
    },
  }),
  sheet('transfer-refused', TRANSFER, {
    async act(page) {
      await dialog(page);
      await answerWith(page, '**/api/wallet/transfer', { message: 'TRY_AGAIN', params: { game: 'pgslot' } }, 409);
      await page.getByRole('dialog').getByRole('combobox').nth(1).selectOption('pgslot');
      await amount(page, '200');
      await send(page);
      await page.locator('[role=dialog] [role=alert]').first().waitFor();
    },
  }),
  sheet('transfer-no-games', TRANSFER, {
    act: (page) =>
      changeWallet(page, (wallet) => {
        for (const slot of wallet.slots) slot.isActive = false;
      }).then(() => dialog(page)),
  }),
];
