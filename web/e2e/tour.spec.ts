import type { Page } from '@playwright/test';
import { memberToken, newPerson } from './member';
import { expect, type Product, test } from './product';
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

/**
 * What moved on home while it was loading, and by how much. The wallet answers only when its places are drawn, so that a
 * place of another size is seen on the quickest machine. Letters stay away: on a slow one they may come late, which moves
 * words by a hair.
 */
async function shiftsOfHome(page: Page, product: Product): Promise<string[]> {
  await page.route('**/*.woff2', (route) => route.abort());
  let drawn = () => {};
  const places = new Promise<void>((resolve) => {
    drawn = resolve;
  });
  await page.route('**/api/wallet', async (route) => {
    await places;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & LayoutShift)[])
        shifts.push(`${value.toFixed(4)}: ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ')}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${product.app}/user/home`);
  await expect(page.getByTestId('total')).toBeVisible();
  await twoFrames(page);
  drawn();
  await expect(page.getByTestId('total')).toHaveText('฿0.00');
  await expect(page.getByRole('button', { name: /Joker/ }).first()).toBeVisible();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await twoFrames(page);
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

interface LayoutShift {
  value: number;
  sources: { node: Node | null }[];
}

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
