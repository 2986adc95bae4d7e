import { memberToken, newPerson } from './member';
import { expect, test } from './product';
import { shiftsOfHome } from './shifts';
import { stop } from './stop';

// Every page and sheet, at two widths, in three languages: pictures to look at, and no barriers on any.
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

for (const locale of ['th', 'lo', 'en'])
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 900 },
  ])
    test(`every page in ${locale} at ${viewport.width}`, async ({ browser, product, request }) => {
      const context = await browser.newContext({ viewport });
      await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
      const page = await context.newPage();
      for (const [name, path] of Object.entries(PUBLIC)) {
        await page.goto(product.app + path);
        await stop(page, `public-${name}-${locale}`);
      }
      const token = await memberToken(request, product, newPerson());
      await context.addInitScript((session) => {
        localStorage.setItem('token', session);
        localStorage.setItem('remember-agreement', 'true');
      }, token);
      for (const [name, path] of Object.entries(MEMBER)) {
        await page.goto(product.app + path);
        await page.waitForLoadState('networkidle').catch(() => undefined);
        if (path.includes('sheet=')) await expect(page.getByRole('dialog')).toBeVisible();
        await stop(page, `member-${name}-${locale}`);
      }
      await test.step('home fills itself, and nothing on it moves', async () => {
        expect(await shiftsOfHome(await context.newPage(), product)).toEqual([]);
      });
      await context.close();
    });
