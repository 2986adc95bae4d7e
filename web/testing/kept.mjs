import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { GROUPS, LOCALES, WIDTHS } from './screens.mjs';
import { image, sheets } from './sheet.mjs';

const PHONE = 360;
const COLUMN = 600;

/** The README's two pictures, from the screens that are taken anyway. */
const FRONT = {
  home: ['home-latest-phone-th', 'receipt-phone-th', 'home-latest-desktop-th'],
  deposit: ['bank', 'qr-shown', 'link', 'slip'].map((way) => `deposit-${way}-phone-th`).concat('slips-phone-th'),
};

/** One WebP for each screen, its languages side by side, the phone above the desktop, and an index of them all. */
export async function keep(browser, screens, from, to) {
  mkdirSync(to, { recursive: true });
  const rows = (name) =>
    WIDTHS.map((width) =>
      LOCALES.map((locale) => ({
        file: `${from}/${name}-${width.name}-${locale}.png`,
        width: width === WIDTHS[0] ? PHONE : COLUMN,
      })),
    );
  await sheets(
    browser,
    screens.map(({ name }) => ({ to: `${to}/${name}.webp`, rows: rows(name) })),
  );
  for (const [name, pictures] of Object.entries(FRONT)) {
    const files = pictures.map((picture) => `${from}/${picture}.png`);
    if (files.every((file) => existsSync(file))) await front(browser, files, `${to}/${name}.png`);
  }
  const names = new Set(GROUPS.flatMap((group) => group.screens).map(({ name }) => `${name}.webp`));
  for (const file of readdirSync(to)) if (file.endsWith('.webp') && !names.has(file)) rmSync(`${to}/${file}`);
  writeFileSync(`${to}/README.md`, index(to));
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
README's. The console's are [beside these](console/README.md).

${GROUPS.map(part).join('\n\n')}
`;
}
