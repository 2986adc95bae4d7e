import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { GROUPS, LOCALES, WIDTHS } from './screens.mjs';

const PHONE = 360;
const COLUMN = 600;
const QUALITY = 55;
const GAP = 16;

/** The README's two pictures, from the screens that are taken anyway. */
const FRONT = {
  home: ['home-latest-phone-th', 'receipt-phone-th', 'home-latest-desktop-th'],
  deposit: ['bank', 'qr-shown', 'link', 'slip'].map((way) => `deposit-${way}-phone-th`).concat('slips-phone-th'),
};

/** One WebP for each screen, its languages side by side, the phone above the desktop, and an index of them all. */
export async function keep(browser, screens, from, to) {
  mkdirSync(to, { recursive: true });
  const queue = [...screens];
  await Promise.all(Array.from({ length: 3 }, () => lay(browser, queue, from, to)));
  for (const [name, pictures] of Object.entries(FRONT)) {
    const files = pictures.map((picture) => `${from}/${picture}.png`);
    if (files.every((file) => existsSync(file))) await front(browser, files, `${to}/${name}.png`);
  }
  const names = new Set(GROUPS.flatMap((group) => group.screens).map(({ name }) => `${name}.webp`));
  for (const file of readdirSync(to)) if (file.endsWith('.webp') && !names.has(file)) rmSync(`${to}/${file}`);
  writeFileSync(`${to}/README.md`, index(to));
}

async function lay(browser, queue, from, to) {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  for (let screen = queue.shift(); screen; screen = queue.shift()) {
    const { name } = screen;
    const files = WIDTHS.flatMap((width) => LOCALES.map((locale) => `${from}/${name}-${width.name}-${locale}.png`));
    if (files.every((file) => existsSync(file))) writeFileSync(`${to}/${name}.webp`, await sheet(page, session, files));
  }
  await page.close();
}

async function front(browser, files, to) {
  const page = await browser.newPage();
  const images = files.map(image(`height="740"`)).join('');
  await page.setContent(
    `<style>body{margin:0}p{margin:0;padding:16px;display:inline-flex;gap:16px;background:#2a3642}</style><p>${images}`,
  );
  await page.evaluate(() => Promise.all([...document.images].map((one) => one.decode())));
  await page.locator('p').screenshot({ path: to });
  await page.close();
}

const image = (size) => (file) => `<img ${size} src="data:image/png;base64,${readFileSync(file).toString('base64')}">`;

/** Encoded by the browser itself, which can write WebP: no further tool is needed. */
async function sheet(page, session, files) {
  const pictures = files
    .map((file) => {
      const width = file.includes(`-${WIDTHS[0].name}-`) ? PHONE : COLUMN;
      return `<td>${image(`width="${width}"`)(file)}</td>`;
    })
    .reduce((rows, cell, place) => `${rows}${place % LOCALES.length ? '' : '<tr>'}${cell}`, '');
  await page.setContent(
    `<style>body{margin:0;background:#2a3642}table{border-spacing:${GAP}px}td{padding:0;vertical-align:top;text-align:center}img{display:inline-block;vertical-align:top}</style><table>${pictures}</table>`,
  );
  const size = await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode()));
    const { width, height } = document.querySelector('table').getBoundingClientRect();
    return { width: Math.ceil(width), height: Math.ceil(height) };
  });
  await page.setViewportSize(size);
  const clip = { x: 0, y: 0, scale: 1, ...size };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  return Buffer.from(data, 'base64');
}

function index(folder) {
  const kept = GROUPS.flatMap((group) => group.screens).filter(({ name }) => existsSync(`${folder}/${name}.webp`));
  const part = ({ title, screens }) =>
    [`## ${title}`, '', ...screens.map(({ name, shows }) => `- [${name}](${name}.webp): ${shows}`)].join('\n');
  return `# Every screen

${kept.length} screens, each on one picture: Thai, Lao and English side by side, at 360 px above and at 1280 px below.
The answers are the fixtures' (\`web/src/testing\`), the clock stands at noon of one day. \`make screens\` makes them anew,
this page too; it fails where a route or a sheet of the app has no picture, where axe finds a barrier (WCAG 2.2 AA), and
where a page is wider than its window. \`make axe\` is the same without pictures. \`make test-web\`, and so CI, looks at
every page and sheet once, at 360 px, in the three languages by turns. \`home.png\`, \`deposit.png\` and \`console.png\` are the
README's.

${GROUPS.map(part).join('\n\n')}
`;
}
