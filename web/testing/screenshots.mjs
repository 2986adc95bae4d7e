// Takes pictures of every screen at both widths in three languages, and runs axe on each.
//   npm run build && node testing/screenshots.mjs [folder] [name]      all screens, or those with this in their name
//     --kept FOLDER   puts the six pictures of each screen on one sheet, with an index, as docs/screens keeps them
//     --only phone-th one width, one language, or both
//     --check         no pictures: axe and the width alone
//     --turns         the short form for CI: each page and sheet once, the three languages in turns, with a name of 80 letters
//                     and the largest sums; its width is checked at 320 px, and then at a phone's, where axe runs
//     --stretched     only that at 320 px, with pictures, in all three languages
//     --pseudo        only in the pseudo-language (testing/pseudo.mjs); --turns checks each page and sheet in it, too
// Exits 1 on a route or a sheet without a screen, a violation of axe, a page wider than its window, or an error of the page.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { BRIEF, CHROMIUM, ENGINE } from './browsers.mjs';
import { NOON, setClock } from './clock.mjs';
import { missing } from './coverage.mjs';
import { keep } from './kept.mjs';
import { look } from './look.mjs';
import { PATIENCE } from './patience.mjs';
import { UnderWay } from './progress.mjs';
import { LOCALES, NARROW, SCREENS, WIDTHS } from './screens.mjs';
import { serveFixtures } from './serve-fixtures.mjs';
import { nameFor } from './stretch.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kept: { type: 'string' },
    check: { type: 'boolean' },
    turns: { type: 'boolean' },
    stretched: { type: 'boolean' },
    pseudo: { type: 'boolean' },
    only: { type: 'string' },
    workers: { type: 'string', default: '3' },
  },
});
const [folder = '/tmp/krapao-screens', filter = ''] = positionals;
const screens = SCREENS.filter(({ name }) => filter.split(',').some((part) => name.includes(part)));
const pictures = !options.check && !options.turns;

const failures = [];
const complain = (label, text) => {
  failures.push(label);
  console.error(`${label}: ${text}`);
};

// A request that was to be modified, when its page is closed already.
process.on('unhandledRejection', (error) => complain('answer', String(error).split('\n')[0]));

// The same port each time, if it is free: an invitation's link and its QR code show it.
const fixtures = await serveFixtures(4178);
const pseudoFixtures = options.turns || options.pseudo ? await servePseudo() : undefined;
const browser = await chromium.launch({ executablePath: pictures ? CHROMIUM : ENGINE, args: ['--no-sandbox', BRIEF] });
for (const lack of await missing(fixtures.vite, SCREENS)) complain('screens', lack);
mkdirSync(folder, { recursive: true });
const queue = looks();
const count = queue.length;
const underWay = new UnderWay(console.error);
// A look mostly waits: for the page, and for its requests. Three workers fill two cores.
await Promise.all(Array.from({ length: Number(options.workers) }, () => work()));
if (options.kept) await keep(browser, screens, folder, options.kept);
await browser.close();
await fixtures.stop();
await pseudoFixtures?.stop();
console.log(`${screens.length} screens, ${count} looks, ${failures.length} failures`);
process.exit(failures.length ? 1 : 0);

/** Looks of one device and language are adjacent, so that a worker keeps its window. */
function looks() {
  const all = WIDTHS.flatMap((width) =>
    LOCALES.flatMap((locale) => screens.map((screen) => ({ screen, width, locale, kind: `${width.name}-${locale}` }))),
  );
  const firsts = screens.filter((screen, place) => screens.findIndex((other) => same(screen, other)) === place);
  const stretched = LOCALES.flatMap((locale) =>
    firsts.map((screen, place) => ({
      screen,
      width: NARROW,
      locale,
      kind: `narrow-${locale}`,
      name: nameFor(locale, place),
      wider: options.turns ? WIDTHS[0] : undefined,
    })),
  );
  const pseudo = firsts.map((screen) => ({
    screen,
    width: WIDTHS[0],
    locale: 'en',
    kind: 'phone-pseudo',
    pseudo: true,
  }));
  if (options.pseudo) return pseudo;
  const wanted = options.stretched ? stretched : all;
  if (!options.turns) return wanted.filter(({ kind }) => kind.includes(options.only ?? ''));
  const turn = ({ screen, locale }) => LOCALES[firsts.indexOf(screen) % LOCALES.length] === locale;
  return [...stretched.filter(turn), ...pseudo];
}

/** The app as it is, in the pseudo-language. */
async function servePseudo() {
  const dist = mkdtempSync(join(tmpdir(), 'krapao-pseudo-'));
  process.on('exit', () => rmSync(dist, { recursive: true }));
  await build({ mode: 'pseudo', logLevel: 'error', build: { outDir: dist, emptyOutDir: true } });
  return serveFixtures(0, dist);
}

/** Two states of one page, or of one sheet. */
function same(one, other) {
  const [a, b] = [new URL(one.path, 'http://app'), new URL(other.path, 'http://app')];
  const [sheet, otherSheet] = [a.searchParams.get('sheet'), b.searchParams.get('sheet')];
  const part = Boolean(one.member) === Boolean(other.member);
  return part && sheet === otherSheet && (sheet !== null || a.pathname === b.pathname);
}

async function work() {
  let window;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { screen, width, locale, kind, name, wider, pseudo } = next;
    if (window?.kind !== kind) {
      await window?.context.close();
      window = { kind, context: await open(width) };
    }
    const label = `${screen.name}-${kind}`;
    const path = pictures ? `${folder}/${label}.png` : undefined;
    try {
      const { url } = pseudo ? pseudoFixtures : fixtures;
      const page = window.page ?? (await window.context.newPage());
      const one = { page, url, screen, locale, path, width, name, wider, pseudo };
      underWay.begin(label);
      await look(one, (text) => complain(label, text));
      // A page costs more than a load. A phone's has no pointer that stays where the last tap was.
      window.page = options.turns && !screen.before ? page : void (await page.close());
    } catch (error) {
      complain(label, String(error).split('\n')[0]);
      await window.context.close();
      window = undefined;
    } finally {
      underWay.end(label);
    }
  }
  await window?.context.close();
}

async function open({ device }) {
  const context = await browser.newContext({
    ...device,
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Bangkok',
    serviceWorkers: 'block',
  });
  // Every wait ends, however busy the machine is.
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(`(${setClock})(${NOON})`);
  return context;
}
