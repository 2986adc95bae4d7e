// Takes pictures of every screen at both widths in three languages, and runs axe on each.
//   npm run build && node testing/screenshots.mjs [folder] [name filter]
// Pictures are for looking at; a violation of axe or an error of the page exits 1.
import { mkdirSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import { SCREENS } from './screens.mjs';
import { serveFixtures } from './serve-fixtures.mjs';

const [folder = '/tmp/krapao-screens', filter = ''] = process.argv.slice(2);
const WIDTHS = [
  // With touch, scroll bars lie over the page as they do on phones.
  { name: 'phone', viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  { name: 'desktop', viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 },
];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

mkdirSync(folder, { recursive: true });
const { url, stop } = await serveFixtures();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
let failures = 0;
for (const { name: width, ...device } of WIDTHS) {
  for (const locale of ['th', 'lo', 'en']) {
    for (const screen of SCREENS.filter((entry) => entry.name.includes(filter))) {
      await look(screen, locale, width, device);
    }
  }
}
await browser.close();
await stop();
process.exit(failures ? 1 : 0);

async function look(screen, locale, width, device) {
  const label = `${screen.name}-${width}-${locale}`;
  const context = await browser.newContext({ ...device, reducedMotion: 'reduce', timezoneId: 'Asia/Bangkok' });
  await context.addInitScript(
    ([chosen, member]) => {
      localStorage.setItem('locale', chosen);
      if (!member) return;
      localStorage.setItem('token', 'fixture-token');
      if (!location.search.includes('agreement')) localStorage.setItem('remember-agreement', 'true');
    },
    [locale, Boolean(screen.member)],
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => complain(label, error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) complain(label, message.text());
  });
  await page.goto(url + screen.path, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  await screen.act?.(page);
  await page.waitForTimeout(400);
  if (screen.fullPage) await growToContent(page);
  await page.screenshot({ path: `${folder}/${label}.png` });
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (sideways > 0) complain(label, `${sideways} px wider than the window`);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  for (const { id, nodes } of violations)
    complain(label, `axe ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** A window as tall as the page: a full-page picture would draw the fixed menu across its middle. */
async function growToContent(page) {
  const { width, height } = page.viewportSize();
  const content = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, content) });
  await page.waitForTimeout(100);
}

function complain(label, text) {
  failures++;
  console.error(`${label}: ${text}`);
}
