import { answerWith, dialog } from './deposit-screens.mjs';

// Bonuses, promotions, refunds and invitations, each in its states.
const bonus = (query) => `/user/bonus?sheet=${query}`;
const home = (query) => `/user/home?sheet=${query}`;

const ACTIVE = {
  status: true,
  type: 'bonus',
  code: 'WELCOME100',
  name: 'โบนัสต้อนรับสมาชิกใหม่ 100%',
  percentSuccess: 300,
  percentFail: 5,
  base: 2000,
  own: 150.5,
  target: 6150.5,
  floor: 250.5,
  total: 2480.75,
  turnover: { required: 10_000, done: 3750.5 },
  end: 'both',
  expiresAt: new Date(Date.now() + 9.3 * 86_400_000).toISOString(),
  games: ['pgslot', 'joker', 'slotxo', 'superslot', 'joker2', 'slotracha', 'pg'],
  giveUp: { returned: 1000, kept: 1480.75 },
  state: 'active',
  reason: null,
  at: new Date().toISOString(),
};

const hold = (over) => (page) => answerWith(page, '**/api/bonus/check/active', { ...ACTIVE, ...over });
const again = (page) => page.reload();

export const OFFER_SCREENS = [
  { name: 'offers-bonus', path: '/user/bonus', member: true, fullPage: true },
  {
    name: 'offers-bonus-active',
    path: '/user/bonus',
    member: true,
    fullPage: true,
    async act(page) {
      await hold()(page);
      await again(page);
      await page.getByRole('progressbar').first().waitFor();
    },
  },
  {
    name: 'offers-bonus-ending',
    path: '/user/bonus',
    member: true,
    fullPage: true,
    async act(page) {
      await hold({ state: 'ending', reason: 'BONUS_GIVEN_UP' })(page);
      await again(page);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
    },
  },
  {
    name: 'offers-bonus-giveup',
    path: '/user/bonus',
    member: true,
    async act(page) {
      await hold()(page);
      await again(page);
      await page.getByRole('progressbar').first().waitFor();
      await page.locator('section button').nth(1).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'offers-sheet-match', path: bonus('bonus&code=WELCOME100'), member: true, fullPage: true, act: dialog },
  { name: 'offers-sheet-week', path: bonus('bonus&code=WEEKLY'), member: true, fullPage: true, act: dialog },
  { name: 'offers-promotion', path: bonus('promotion&code=WELCOME'), member: true, act: dialog },
  { name: 'offers-promotion-none', path: bonus('promotion&code=NOTHING'), member: true, act: dialog },
  { name: 'offers-refund', path: home('refund'), member: true, fullPage: true, act: dialog },
  {
    name: 'offers-refund-held',
    path: home('refund'),
    member: true,
    async act(page) {
      const check = await page.evaluate(() =>
        fetch('/api/refund/check', { headers: { 'X-Requested-With': 'wallet-user' } }).then((answer) => answer.json()),
      );
      await answerWith(page, '**/api/refund/check', { ...check, bonus: true });
      await again(page);
      await dialog(page);
    },
  },
  {
    name: 'offers-invite',
    path: home('invite'),
    member: true,
    fullPage: true,
    async act(page) {
      await dialog(page);
      await page.locator('[role=dialog] section button').last().waitFor();
    },
  },
  {
    name: 'offers-invite-qr',
    path: home('invite'),
    member: true,
    async act(page) {
      await dialog(page);
      await page.locator('[role=dialog] section').first().getByRole('button').last().click();
      await page.locator('[role=dialog] svg[role=img]').waitFor();
    },
  },
  {
    name: 'offers-receive',
    path: home('receive'),
    member: true,
    act: (page) => page.getByRole('alertdialog').waitFor(),
  },
  {
    name: 'offers-banners',
    path: home('banners&of=invite'),
    member: true,
    before: (page) =>
      answerWith(page, '**/api/invite/banners', [
        { image: '', html: '<h3>ชวนเพื่อน รับ 10%</h3><p>รับ <b>10%</b> ของยอดเสียของเพื่อนทุกวัน</p>' },
        { image: '', html: '<p>สอง</p>' },
      ]),
    act: dialog,
  },
  { name: 'offers-sheet-received', path: bonus('bonus&code=DAILY50'), member: true, act: dialog },
  { name: 'offers-sheet-gone', path: bonus('bonus&code=NOTHING'), member: true, act: dialog },
  {
    name: 'offers-bonus-none',
    path: '/user/bonus',
    member: true,
    before: (page) => answerWith(page, '**/api/bonus', []),
  },
  {
    name: 'offers-bonus-failed',
    path: '/user/bonus',
    member: true,
    before: (page) => answerWith(page, '**/api/bonus', { message: 'INTERNAL' }, 409),
    act: (page) => page.locator('main [role=alert]').waitFor(),
  },
  {
    name: 'offers-refund-nothing',
    path: home('refund'),
    member: true,
    async before(page) {
      await page.route('**/api/refund/check', async (route) => {
        const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
        const check = await answer.json();
        const info = { ...check.info, loss: 0, deposit: 0, withdraw: 0, balance: 0 };
        await route.fulfill({ response: answer, json: { ...check, result: false, info, refundAmount: 0 } });
      });
      await answerWith(page, '**/api/refund', { total: 0, refunds: [] });
    },
    act: dialog,
  },
  {
    name: 'offers-invite-nobody',
    path: home('invite'),
    member: true,
    before: (page) => answerWith(page, '**/api/invite', { total: 0, invites: [] }),
    act: dialog,
  },
];
