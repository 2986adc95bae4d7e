import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { sheets } from '../sheet.mjs';
import { SCREENS, WIDTHS } from './screens.mjs';

/** The languages and themes that are kept: each theme is seen in one of them. */
const KEPT = ['th-light', 'en-dark'];
const LAID = { phone: 390, desktop: 960 };

/** What is kept of the console: its pages, and not how each of them fails. */
const pages = SCREENS.filter(({ before }) => !before);
const widths = (screen) => WIDTHS.filter(({ name }) => !screen.phone || name === 'phone');

/** The looks that a sheet needs: `phone-th-light` and so on. */
export const isKept = (screen, kind) => pages.includes(screen) && KEPT.some((one) => kind.endsWith(one));

/** One WebP for each page, Thai beside English and the phone beside the desktop, and an index of them all. */
export async function keep(browser, from, to) {
  mkdirSync(to, { recursive: true });
  const file = (name, width, kind) => ({ file: `${from}/${name}-${width.name}-${kind}.png`, width: LAID[width.name] });
  await sheets(
    browser,
    pages.map((screen) => ({
      to: `${to}/${screen.name}.webp`,
      rows: KEPT.map((kind) => widths(screen).map((width) => file(screen.name, width, kind))),
    })),
  );
  const names = new Set(pages.map(({ name }) => `${name}.webp`));
  for (const old of readdirSync(to)) if (old.endsWith('.webp') && !names.has(old)) rmSync(`${to}/${old}`);
  writeFileSync(`${to}/README.md`, index(to));
}

function index(folder) {
  const kept = pages.filter(({ name }) => existsSync(`${folder}/${name}.webp`));
  return `# Every page of the console

${kept.length} pictures, each in Thai above and in English below, at 390 px and at 1440 px, in the light and in the dark theme. The
answers are the fixtures' (\`web/src/console/testing\`), the clock stands at noon of one day. \`make screens\` makes them anew. How pages
fail, wait and are empty is looked at by \`make test-web\`, which keeps no pictures.

${kept.map(({ name, path }) => `- [${name}](${name}.webp): \`${path}\``).join('\n')}
`;
}
