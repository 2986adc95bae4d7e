import { hearing } from '../testing/quiet.mjs';
import { memberToken, newPerson } from './member';
import { expect, test } from './product';
import { shiftsOfHome } from './shifts';
import { pass, stop } from './stop';
import { walk } from './walk';

// Every page and sheet in three languages: nothing is outside the screen of the smallest phone, which is a desktop's
// window at a zoom of 400 %, or of a desktop. There axe finds no violation, in the three languages by turns. At a phone's
// width `make test-web` proves it, and `make axe` checks each screen in each language.
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
  bonus: '/user/bonus',
  spin: '/user/spin',
  'spin-proof': '/user/spin?sheet=proof',
  profile: '/user/profile',
  password: '/user/profile?sheet=password',
  export: '/user/profile?sheet=export',
  contact: '/user/contact',
};

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };

const LOCALES = ['th', 'lo', 'en'];

for (const [turn, locale] of LOCALES.entries())
  test(`every page in ${locale}`, async ({ browser, product, request }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
    const page = await context.newPage();
    const quiet = hearing(page);
    const tour = async (pages: Record<string, string>, part: string) => {
      for (const [place, [name, path]] of Object.entries(pages).entries()) {
        const its = place % LOCALES.length === turn;
        await page.setViewportSize(NARROW);
        // Each address is opened by itself in one of the languages, and reached within the app in the others.
        if (its || place === 0) await page.goto(product.app + path);
        else await walk(page, path);
        await quiet();
        expect(page.url()).toBe(product.app + path);
        if (path.includes('sheet=')) await expect(page.getByRole('dialog')).toBeVisible();
        // Home alone has another layout below 360 px.
        for (const viewport of name === 'home' ? [NARROW, PHONE, DESKTOP] : [NARROW, DESKTOP]) {
          await page.setViewportSize(viewport);
          await quiet();
          const look = its && viewport === DESKTOP ? stop : pass;
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
    for (const viewport of [PHONE, DESKTOP])
      await test.step(`home fills in, and nothing on it moves, at ${viewport.width}`, async () => {
        const fresh = await context.newPage();
        await fresh.emulateMedia({ reducedMotion: 'no-preference' });
        await fresh.setViewportSize(viewport);
        expect(await shiftsOfHome(fresh, product)).toEqual([]);
        await fresh.close();
      });
    await context.close();
  });
