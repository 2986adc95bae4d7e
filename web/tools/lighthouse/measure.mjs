// Lighthouse, mobile, on the built app: the median of five runs of /login, then every other public route and home once.
// Serves dist/ with fixtures, or measures KRAPAO_URL. Exits 1 below the gates. A busy machine measures itself: run it alone.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const GATES = { performance: 95, accessibility: 100, 'best-practices': 100 };
const RUNS = 5;
const CATEGORIES = Object.keys(GATES);

process.chdir(new URL('../..', import.meta.url).pathname);
const fixtures = process.env.KRAPAO_URL
  ? undefined
  : await (await import('../../testing/serve-fixtures.mjs')).serveFixtures();
const base = process.env.KRAPAO_URL ?? fixtures.url;
const failures = [];

const logins = [];
for (let run = 0; run < RUNS; run++) logins.push(await measure('/login'));
report('/login', median(logins), CATEGORIES, `median of ${RUNS}`);
for (const path of ['/register', '/howto', '/contact', '/nowhere']) {
  report(path, await measure(path), ['accessibility', 'best-practices']);
}
for (const path of ['/user/home', '/user/profile', '/user/statement']) {
  report(path, await measure(path, { member: true }), ['accessibility', 'best-practices']);
}
await fixtures?.stop();
for (const failure of failures) console.error(failure);
process.exit(failures.length ? 1 : 0);

/** One run in a browser of its own. Members get the fixtures' token first. */
async function measure(path, { member = false } = {}) {
  const chrome = await launch({ chromePath: '/usr/bin/chromium', chromeFlags: ['--headless=new', '--no-sandbox'] });
  try {
    if (member) await logIn(chrome.port);
    const result = await lighthouse(base + path, {
      port: chrome.port,
      disableStorageReset: member,
      onlyCategories: CATEGORIES,
      // The fixtures have no live channel, and a refused socket is an error in the console.
      skipAudits: member && fixtures ? ['errors-in-console'] : null,
      logLevel: 'error',
    });
    const { categories, audits } = result.lhr;
    return {
      scores: Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])),
      times: [
        'first-contentful-paint',
        'largest-contentful-paint',
        'total-blocking-time',
        'cumulative-layout-shift',
      ].map((name) => audits[name]?.displayValue ?? '-'),
      failed: Object.values(audits)
        .filter((audit) => audit.score === 0 && audit.scoreDisplayMode === 'binary')
        .map((audit) => audit.id),
    };
  } finally {
    await chrome.kill();
  }
}

async function logIn(port) {
  const { chromium } = await import('../../node_modules/@playwright/test/index.mjs');
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0].newPage();
  await page.goto(`${base}/robots.txt`);
  await page.evaluate(() => {
    localStorage.setItem('token', 'fixture-token');
    localStorage.setItem('remember-agreement', 'true');
  });
  await page.close();
  await browser.close();
}

function median(runs) {
  return runs.toSorted((a, b) => a.scores.performance - b.scores.performance)[Math.floor(runs.length / 2)];
}

function report(path, { scores, times, failed }, gated, note = '') {
  const row = CATEGORIES.map((name) => `${name} ${scores[name]}`).join('  ');
  console.log(`${path.padEnd(16)} ${row}  FCP ${times[0]}  LCP ${times[1]}  TBT ${times[2]}  CLS ${times[3]}  ${note}`);
  for (const name of gated) {
    if (scores[name] < GATES[name])
      failures.push(`${path}: ${name} ${scores[name]}, gate ${GATES[name]} (${failed.join(', ')})`);
  }
}
