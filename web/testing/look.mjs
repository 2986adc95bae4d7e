import { violationsOf } from './accessibility.mjs';
import { hearAnswers, strangeWords } from './pseudo.mjs';
import { hearing } from './quiet.mjs';
import { cutWords, stretchAnswers } from './stretch.mjs';

/** The contract's largest amount, in baht. */
const MOST = 1_000_000_000;

/**
 * Looks at one screen in a page of a width: a picture if a path is given, its width, axe. `complain` is called with each
 * fault. `name`: with the longest name and the largest sums; then only the width is checked. `wider`: the width that the
 * page is given afterwards, for a look with axe: a second load would cost more than axe. `pseudo`: in the pseudo-language;
 * then its width is checked, and that it shows no other text. Nothing of it stays in the page but what `screen.before` and
 * `screen.act` leave there.
 */
export async function look({ page, url, screen, locale, path, width, name, wider, pseudo }, complain) {
  const scripts = [];
  const first = async (...script) => scripts.push(await page.addInitScript(...script));
  try {
    watch(page, screen, complain);
    // Requests that never get an answer are not waited for.
    const quiet = hearing(page, (request) => !screen.hangs || !request.url().includes(screen.hangs));
    await first(enter, { visit: String(++visits), locale, member: Boolean(screen.member) });
    if (name) await first(`(${stretchAnswers})(${JSON.stringify({ name, most: MOST })})`);
    if (pseudo) await first(`(${hearAnswers})()`);
    await page.setViewportSize(width.device.viewport);
    await screen.before?.(page);
    await page.goto(url + screen.path, { waitUntil: 'load' });
    await screen.act?.(page);
    await settle(page, screen, quiet);
    if (screen.fullPage) await growToContent(page);
    if (path) await page.screenshot({ path, animations: 'disabled' });
    await check(page, screen, complain);
    if (wider) {
      await page.setViewportSize(wider.device.viewport);
      await settle(page, screen, quiet);
      await check(page, screen, (text) => complain(`then at ${wider.device.viewport.width} px: ${text}`));
    }
    if (pseudo)
      for (const words of await page.evaluate(strangeWords, KNOWN)) complain(`not from a catalogue: "${words}"`);
    if (wider || (!name && !pseudo)) for (const barrier of await violationsOf(page)) complain(`axe ${barrier}`);
  } finally {
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    for (const script of scripts) await script.dispose();
  }
}

/** Texts that are the same in every language: names, texts by others, and a heading that SPEC.md §2 fixes. */
const KNOWN = ['ไทย', 'ລາວ', 'English', 'EN', 'Chrome', 'Safari', 'Android', 'iPhone', 'Page Not Found'];

let visits = 0;

/** Runs in the page, before the app: each look begins as a first visit. Windows of one language share their storage. */
function enter({ visit, locale, member }) {
  if (sessionStorage.getItem('visit') === visit) return;
  sessionStorage.clear();
  sessionStorage.setItem('visit', visit);
  localStorage.clear();
  localStorage.setItem('locale', locale);
  if (!member) return;
  localStorage.setItem('token', 'fixture-token');
  if (!location.search.includes('agreement')) localStorage.setItem('remember-agreement', 'true');
}

/** Listens for errors of the page. */
function watch(page, screen, complain) {
  page.on('pageerror', (error) => screen.breaks || complain(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) complain(message.text());
  });
}

/** Waits until the page has its data, its fonts and its pictures, shows no more placeholders, and nothing moves. */
async function settle(page, screen, quiet) {
  await quiet();
  if (!screen.hangs && !screen.holes)
    await page.waitForFunction(() => !document.querySelector('.animate-pulse.bg-s3, main .animate-spin'));
  await page.evaluate(async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter((image) => image.loading !== 'lazy');
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(finite.map((animation) => animation.finished.catch(() => undefined)));
  });
  await quiet();
}

/** Makes the window as tall as the page: a full-page picture would draw the fixed menu across its middle. */
async function growToContent(page) {
  const { width, height } = page.viewportSize();
  const content = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, content) });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function check(page, screen, complain) {
  const wanted = new URL(screen.path, page.url()).searchParams.get('sheet');
  const shown = new URL(page.url()).searchParams.get('sheet');
  if (wanted && wanted !== shown && !screen.leads)
    complain(`shows ${shown ?? 'no sheet'} where ${wanted} was asked for`);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (sideways > 0) complain(`${sideways} px wider than the window`);
  for (const words of await page.evaluate(cutWords)) complain(`cuts "${words}"`);
}
