// Takes pictures of the console's screens at both widths, in three languages and both themes, and runs axe on each.
//   npm run build && node testing/console/screenshots.mjs [folder] [name]     all, or those with this in their name
//     --only phone-th-dark   one width, language or theme, or several of them
//     --kept FOLDER          those that docs/screens keeps: one sheet for each page, with an index
//     --turns                no pictures: each screen is opened once, at the widths in turns, and then made narrow or wide;
//                            languages and themes in turns, as CI does
// Exits 1 on a violation of axe, a page wider than its window, a key where its text should be, or an error of the page.
import '../clock.mjs';
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { violationsOf } from '../accessibility.mjs';
import { BRIEF, CHROMIUM, ENGINE } from '../browsers.mjs';
import { NOON, setClock } from '../clock.mjs';
import { PATIENCE } from '../patience.mjs';
import { UnderWay } from '../progress.mjs';
import { hearing } from '../quiet.mjs';
import { isKept, keep } from './kept.mjs';
import { keysOn } from './keys.mjs';
import { LOCALES, SCREENS, THEMES, WIDTHS } from './screens.mjs';
import { serveConsole } from './serve.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { turns: { type: 'boolean' }, only: { type: 'string', default: '' }, kept: { type: 'string' } },
});
const [folder = '/tmp/krapao-console', filter = ''] = positionals;

const failures = [];
const complain = (label, text) => {
  failures.push(label);
  console.error(`${label}: ${text}`);
};

const queue = looks();
const count = queue.length;
const underWay = new UnderWay(console.error);
const fixtures = await serveConsole();
const browser = await chromium.launch({
  executablePath: options.turns || options.kept ? ENGINE : CHROMIUM,
  args: ['--no-sandbox', BRIEF],
});
mkdirSync(folder, { recursive: true });
// A look mostly waits for its page.
await Promise.all([work(), work(), work()]);
if (options.kept) await keep(browser, folder, options.kept);
await browser.close();
await fixtures.stop();
console.log(`${count} looks at the console, ${failures.length} failures`);
process.exit(failures.length ? 1 : 0);

function looks() {
  const screens = SCREENS.filter(({ name }) => filter.split(',').some((part) => name.includes(part)));
  const all = WIDTHS.flatMap((width) =>
    LOCALES.flatMap((locale) =>
      THEMES.flatMap((theme) =>
        screens
          .filter(({ phone }) => !phone || width.name === 'phone')
          .map((screen) => ({ screen, width, locale, theme, kind: `${width.name}-${locale}-${theme}` })),
      ),
    ),
  );
  // Of each screen one language and one theme, so that every pair of them is seen on some screen, opened at each width.
  const turn = ({ screen, width, locale, theme }) => {
    const place = SCREENS.indexOf(screen);
    const first = screen.phone ? WIDTHS[0] : WIDTHS[Math.floor(place / 12) % WIDTHS.length];
    return (
      width === first &&
      LOCALES[place % LOCALES.length] === locale &&
      THEMES[Math.floor(place / 2) % THEMES.length] === theme
    );
  };
  if (options.kept) return all.filter(({ screen, kind }) => isKept(screen, kind));
  if (!options.turns) return all.filter(({ kind }) => kind.includes(options.only));
  return all
    .filter(turn)
    .map((one) => ({ ...one, others: WIDTHS.filter((width) => !one.screen.phone && width !== one.width) }));
}

async function work() {
  let page;
  let width;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const label = `${next.screen.name}-${next.kind}`;
    if (page && width !== next.width) {
      await page.context().close();
      page = undefined;
    }
    width = next.width;
    page ??= await open(width);
    let kept = false;
    try {
      underWay.begin(label);
      await look(page, next, label);
      // A page costs more than a load. Answers of `before` stay in it, and on a desktop the pointer of `act`.
      kept = options.turns && !next.screen.before && !(next.screen.act && width !== WIDTHS[0]);
    } catch (error) {
      complain(label, String(error).split('\n')[0]);
    } finally {
      underWay.end(label);
    }
    if (kept) continue;
    await page.context().close();
    page = undefined;
  }
  await page?.context().close();
}

async function open({ device }) {
  const context = await browser.newContext({
    ...device,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(`(${setClock})(${NOON})`);
  return context.newPage();
}

/** Runs in the page, before the console: each look begins as a first visit. */
function enter({ visit, locale, theme }) {
  if (sessionStorage.getItem('visit') === visit) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem('visit', visit);
  localStorage.setItem('console-locale', locale);
  localStorage.setItem('console-theme', theme);
}

async function look(page, { screen, locale, theme, width, others = [] }, label) {
  const visit = await page.addInitScript(enter, { visit: label, locale, theme });
  try {
    page.on('pageerror', (error) => complain(label, error.message));
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) complain(label, message.text());
    });
    const quiet = hearing(page, () => true);
    await page.setViewportSize(width.device.viewport);
    await screen.before?.(page);
    await page.goto(fixtures.url + screen.path, { waitUntil: 'load' });
    await page.locator('h1:visible, h2:visible').first().waitFor();
    await screen.act?.(page);
    await check(page, quiet, label);
    for (const { name, device } of others) {
      await page.setViewportSize(device.viewport);
      await check(page, quiet, `${label}, then ${name}`);
    }
  } finally {
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.dispose();
  }
}

async function check(page, quiet, label) {
  await quiet();
  await page.evaluate(async () => {
    await document.fonts.ready;
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(finite.map(({ finished }) => finished.catch(() => undefined)));
  });
  await quiet();
  await page.waitForFunction(() => !document.querySelector('.animate-pulse'));
  if (!options.turns) await page.screenshot({ path: `${folder}/${label}.png`, animations: 'disabled' });
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (sideways > 0) complain(label, `${sideways} px wider than the window`);
  for (const key of await keysOn(page)) complain(label, `shows a key instead of its text: ${key}`);
  for (const barrier of await violationsOf(page)) complain(label, `axe ${barrier}`);
}
