import { hearing } from '../testing/quiet.mjs';
import { memberToken, newPerson } from './member';
import { expect, test } from './product';
import { shiftsOfHome } from './shifts';
import { pass, stop } from './stop';

// Every page and sheet, at two widths, in three languages: nothing outside the screen, no violation of axe. The three
// languages take turns with axe; `make axe` checks each screen in each of them.
const PUBLIC = { login: '/login', register: '/register', howto: '/howto', contact: '/contact', missing: '/nowhere' };
const MEMBER = {
  home: '/user/home',
  'deposit-bank': '/user/home?sheet=deposit&tab=bank',
  'deposit-qr': '/user/home?sheet=deposit&tab=qr',
  'deposit-link': '/user/home?sheet=deposit&tab=link',
  'deposit-slip': '/user/home?sheet=deposit&tab=slip',
  slips: '/user/home?sheet=slips',
  held: '/user/home?sheet=held',
  'bank-name': '/user/profile?sheet=bank-name',
  transfer: '/user/home?sheet=transfer',
  withdraw: '/user/home?sheet=withdraw',
  game: '/user/home?sheet=game&code=joker',
  conditions: '/user/home?sheet=conditions',
  agreement: '/user/home?sheet=agreement',
  statement: '/user/statement',
  spin: '/user/spin',
  'spin-proof': '/user/spin?sheet=proof',
  profile: '/user/profile',
  password: '/user/profile?sheet=password',
  contact: '/user/contact',
};

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

const LOCALES = ['th', 'lo', 'en'];

for (const [turn, locale] of LOCALES.entries())
  test(`every page in ${locale}`, async ({ browser, product, request }) => {
    const context = await browser.newContext();
    await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
    const page = await context.newPage();
    const quiet = hearing(page);
    // Opened at a phone's width, then widened to a desktop's: each page loads once.
    const tour = async (pages: Record<string, string>, part: string) => {
      for (const [place, [name, path]] of Object.entries(pages).entries()) {
        for (const [width, viewport] of WIDTHS.entries()) {
          await page.setViewportSize(viewport);
          if (width === 0) await page.goto(product.app + path);
          await quiet();
          if (path.includes('sheet=')) await expect(page.getByRole('dialog')).toBeVisible();
          const look = (place + width) % LOCALES.length === turn ? stop : pass;
          await look(page, `${part}-${name}-${locale}`);
        }
      }
    };
    await tour(PUBLIC, 'public');
    const token = await memberToken(request, product, newPerson());
    await context.addInitScript((session) => {
      localStorage.setItem('token', session);
      localStorage.setItem('remember-agreement', 'true');
    }, token);
    await tour(MEMBER, 'member');
    for (const viewport of WIDTHS)
      await test.step(`home fills in, and nothing on it moves, at ${viewport.width}`, async () => {
        const fresh = await context.newPage();
        await fresh.setViewportSize(viewport);
        expect(await shiftsOfHome(fresh, product)).toEqual([]);
        await fresh.close();
      });
    await context.close();
  });
