// Lighthouse, mobile, on the built app: the median of five runs of the pages that members see most, every other once.
//   node measure.mjs [page] [runs]      one page alone: node measure.mjs /user/home 1
// Serves dist/ (or KRAPAO_DIST) with fixtures, or measures KRAPAO_URL as the member of KRAPAO_TOKEN. Exits 1 below the
// gates. Run it alone: other load on the machine changes the figures.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const GATES = { performance: 95, accessibility: 100, 'best-practices': 100 };
const CATEGORIES = Object.keys(GATES);
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
/** Pages on which nothing may move while they load. */
const STILL = '/user/home';
const MAIN = ['/login', '/register', STILL, '/user/statement'];
const OTHERS = ['/howto', '/contact', '/nowhere', '/user/profile'];

process.chdir(new URL('../..', import.meta.url).pathname);
const fixtures = process.env.KRAPAO_URL
  ? undefined
  : await (await import('../../testing/serve-fixtures.mjs')).serveFixtures();
const base = process.env.KRAPAO_URL ?? fixtures.url;
const failures = [];

const [only, times] = process.argv.slice(2);
for (const path of only ? [only] : [...MAIN, ...OTHERS]) {
  const runs = [];
  for (let run = 0; run < Number(times ?? (MAIN.includes(path) ? 5 : 1)); run++) runs.push(await measure(path));
  report(path, median(runs), MAIN.includes(path) ? CATEGORIES : CATEGORIES.slice(1), `median of ${runs.length}`);
  if (path === STILL && runs.some(({ shift }) => shift > 0))
    failures.push(`${path}: moved in ${runs.filter(({ shift }) => shift > 0).length} of ${runs.length} runs`);
}
await fixtures?.stop();
for (const failure of failures) console.error(failure);
process.exit(failures.length ? 1 : 0);

/** One run in a browser of its own. Members get their token first. */
async function measure(path) {
  const member = path.startsWith('/user');
  const chrome = await launch({ chromePath: '/usr/bin/chromium', chromeFlags: ['--headless=new', '--no-sandbox'] });
  try {
    if (member) await logIn(chrome.port);
    const result = await lighthouse(base + path, {
      port: chrome.port,
      disableStorageReset: member,
      onlyCategories: CATEGORIES,
      // The fixtures have no socket, and a refused one is an error in the console.
      skipAudits: member && fixtures ? ['errors-in-console'] : null,
      logLevel: 'error',
    });
    const { categories, audits } = result.lhr;
    return {
      scores: Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])),
      times: METRICS.map((name) => audits[name]?.displayValue ?? '-'),
      // To a thousandth, as Lighthouse shows it.
      shift: Math.round((audits['cumulative-layout-shift']?.numericValue ?? 0) * 1000) / 1000,
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
  await page.evaluate((token) => {
    localStorage.setItem('token', token);
    localStorage.setItem('remember-agreement', 'true');
  }, process.env.KRAPAO_TOKEN ?? 'fixture-token');
  await page.close();
  await browser.close();
}

function median(runs) {
  return runs.toSorted((a, b) => a.scores.performance - b.scores.performance)[Math.floor(runs.length / 2)];
}

function report(path, { scores, times, failed }, gated, note) {
  const row = CATEGORIES.map((name) => `${name} ${scores[name]}`).join('  ');
  console.log(`${path.padEnd(16)} ${row}  FCP ${times[0]}  LCP ${times[1]}  TBT ${times[2]}  CLS ${times[3]}  ${note}`);
  for (const name of gated) {
    if (scores[name] < GATES[name])
      failures.push(`${path}: ${name} ${scores[name]}, gate ${GATES[name]} (${failed.join(', ')})`);
  }
}
