import { answerWith, dialog } from './deposit-screens.mjs';

// The wheel: with and without coins, its result, the claim and the proof.
const sheet = (query) => `/user/spin?sheet=${query}`;

export const SPIN_SCREENS = [
  { name: 'spin', path: '/user/spin', member: true, fullPage: true },
  {
    name: 'spin-chances',
    path: '/user/spin',
    member: true,
    fullPage: true,
    // It is open already if there is space: a click would close it there.
    act: (page) =>
      page.locator('details').evaluate((details) => {
        details.open = true;
      }),
  },
  {
    name: 'spin-turned',
    path: '/user/spin',
    member: true,
    async act(page) {
      await page.locator('canvas + svg + div button').click();
      await dialog(page);
    },
  },
  {
    name: 'spin-none',
    path: '/user/spin',
    member: true,
    fullPage: true,
    async act(page) {
      const setup = await page.evaluate(() => fetch('/api/spinwheel/setup').then((answer) => answer.json()));
      await answerWith(page, '**/api/spinwheel/setup', { ...setup, userCoin: 0 });
      await answerWith(page, '**/api/spinwheel/coupon', []);
      await page.reload();
      await page.locator('canvas').waitFor();
    },
  },
  {
    name: 'spin-many',
    path: '/user/spin',
    member: true,
    async act(page) {
      const setup = await page.evaluate(() => fetch('/api/spinwheel/setup').then((answer) => answer.json()));
      const { slices } = setup.activeSpinwheel;
      setup.activeSpinwheel.slices = [0, 1, 2].flatMap((round) =>
        slices.map((slice) => ({ ...slice, code: `${slice.code}-${round}`, label: `${slice.label} กับของแถม` })),
      );
      await answerWith(page, '**/api/spinwheel/setup', setup);
      await page.reload();
      await page.locator('canvas').waitFor();
    },
  },
  {
    name: 'spin-closed',
    path: '/user/spin',
    member: true,
    async act(page) {
      await answerWith(page, '**/api/spinwheel/setup', { activeSpinwheel: null, userCoin: 0, proof: {} });
      await page.reload();
      await page.getByRole('main').locator('svg').first().waitFor();
    },
  },
  { name: 'spin-nothing', path: sheet('prize&slice=NOTHING'), member: true, act: dialog },
  { name: 'spin-claim', path: sheet('claim&coupon=c1'), member: true, act: dialog },
  { name: 'spin-gift', path: sheet('claim&coupon=c4'), member: true, act: dialog },
  { name: 'spin-proof', path: sheet('proof'), member: true, act: dialog },
  {
    name: 'spin-claim-expired',
    path: sheet('claim&coupon=c3'),
    member: true,
    act: dialog,
  },
  {
    name: 'spin-failed',
    path: '/user/spin',
    member: true,
    before: (page) => answerWith(page, '**/api/spinwheel/setup', { message: 'INTERNAL' }, 409),
    act: (page) => page.locator('main [role=alert]').waitFor(),
  },
];
