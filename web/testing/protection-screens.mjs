import { answerWith, dialog } from './deposit-screens.mjs';

// The member's own limits and breaks, and their effect on screens that move money.
const DAY = 86_400_000;
const later = (ms) => new Date(Date.now() + ms).toISOString();
const limit = (period, over) => ({ kind: 'deposit', period, amount: 1000, used: 350, left: 650, next: null, ...over });
const PROTECTION = {
  limits: [],
  breakUntil: null,
  excludedUntil: null,
  comingHome: false,
  net: { deposits: 1_250_000, withdrawals: 430_000.5 },
  lastLogin: later(-DAY),
  loginAt: later(-3_600_000),
  agreement: { version: 'th-1', acceptedAt: later(-90 * DAY) },
};
const LIMITS = [
  limit('day', { amount: 20_000, used: 7250.5, left: 12_749.5, next: { amount: 50_000, from: later(DAY) } }),
  limit('week', { amount: 50_000, used: 50_000, left: 0 }),
];
const WAITED = [limit('day', { next: { amount: null, from: later(-1000) } })];
const BREAK = { breakUntil: later(6 * DAY) };
const SHUT = { excludedUntil: later(200 * DAY), comingHome: true };

/** A screen of a member with these limits. */
const bounds = (name, path, over, more = {}) => ({
  name: `protection-${name}`,
  path,
  member: true,
  ...more,
  async before(page) {
    await answerWith(page, '**/api/account/protection', { ...PROTECTION, ...over });
    await more.before?.(page);
  },
  async act(page) {
    if (path.includes('sheet=')) await dialog(page);
    await more.after?.(page);
  },
});
const toEnd = (page) => page.getByRole('dialog').locator('section').last().scrollIntoViewIfNeeded();
/** A sheet takes taps once it has opened; before that, a forced one would pass through it. */
const pick = (page, place) =>
  page.locator('[role=dialog]:not(.pointer-events-none)').getByRole('radio').nth(place).check({ force: true });

export const PROTECTION_SCREENS = [
  bounds('sheet', '/user/profile?sheet=protection', { limits: LIMITS }),
  bounds('sheet-end', '/user/profile?sheet=protection', { limits: LIMITS }, { after: toEnd }),
  bounds('sheet-shut', '/user/profile?sheet=protection', SHUT),
  bounds(
    'limit',
    '/user/profile?sheet=limit&kind=deposit&period=day',
    { limits: LIMITS },
    {
      after: (page) => page.getByRole('dialog').locator('input').fill('99999'),
    },
  ),
  bounds('limit-first', '/user/profile?sheet=limit&kind=deposit&period=month', {}),
  bounds('limit-waited', '/user/profile?sheet=limit&kind=deposit&period=day', { limits: WAITED }),
  bounds('pause', '/user/profile?sheet=pause', {}),
  bounds(
    'pause-long',
    '/user/profile?sheet=pause',
    {},
    {
      after: async (page) => {
        await pick(page, 7);
        await page.getByRole('dialog').locator('input:not([type=radio])').scrollIntoViewIfNeeded();
      },
    },
  ),
  bounds(
    'pause-ask',
    '/user/profile?sheet=pause',
    {},
    {
      after: async (page) => {
        await page.getByRole('dialog').locator('footer button').click();
        await page.getByRole('alertdialog').waitFor();
      },
    },
  ),
  bounds('sessions', '/user/profile?sheet=sessions', {}),
  bounds('export', '/user/profile?sheet=export', {}),
  bounds('home-shut', '/user/home', SHUT),
  bounds('deposit-shut', '/user/home?sheet=deposit', SHUT),
  bounds('deposit-limit', '/user/home?sheet=deposit', { limits: LIMITS }),
  bounds('game-shut', '/user/home?sheet=game&code=joker', SHUT),
  bounds('transfer-shut', '/user/home?sheet=transfer', SHUT),
  bounds(
    'identity',
    '/user/home?sheet=game&code=joker',
    {},
    {
      holes: true,
      after: async (page) => {
        await answerWith(page, '**/api/wallet/account/**', { message: 'CONFIRM_IDENTITY' }, 403);
        await page.reload();
        await page.getByRole('alertdialog').waitFor();
      },
    },
  ),
  bounds(
    'identity-code',
    '/user/home?sheet=game&code=joker',
    {},
    {
      holes: true,
      after: async (page) => {
        await answerWith(page, '**/api/wallet/account/**', { message: 'CONFIRM_IDENTITY' }, 403);
        await answerWith(page, '**/api/account/confirm/code', {
          otpRef: 'K7Q2M',
          otpToken: 'identity-token',
          phone: 'xxxxxx5678',
          until: later(300_000),
        });
        await page.reload();
        await page.getByRole('alertdialog').locator('form > button').click();
        await page.locator('#otp-code').waitFor();
      },
    },
  ),
  bounds('sheet-break', '/user/profile?sheet=protection', BREAK),
  bounds('bonus-shut', '/user/bonus?sheet=bonus&code=WELCOME100', BREAK),
  bounds('withdraw-shut', '/user/home?sheet=withdraw', SHUT),
  bounds(
    'reminder',
    '/user/home?sheet=deposit',
    {},
    {
      async before(page) {
        await page.addInitScript(() => localStorage.setItem('deposit-reminder', '200'));
        const today = { statementType: 'deposit', from: 'KBANK', to: 'WALLET', status: 'SUCCESS', reason: null };
        const row = { ...today, _id: 'd', reference: 'd', amount: 500, balance: 500, createdAt: later(-60_000) };
        await answerWith(page, '**/api/statement', { total: 1, statements: [{ ...row, updatedAt: row.createdAt }] });
      },
    },
  ),
];
