import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { loadTexts, setLocale } from '@/console/i18n';
import { setTheme } from '@/console/kit/theme';
import { Gallery, PARTS } from './gallery';

/** Parts that cover a page: the screens of testing/console show it. */
const ELSEWHERE = ['dialog'];

let root: Root | undefined;
afterEach(() => root?.unmount());

test('each part of the kit is in the gallery, or is shown elsewhere', () => {
  const files = Object.keys(import.meta.glob(['/src/console/kit/*.tsx', '!**/*.test.tsx']));
  const names = files.map((file) => file.replace(/.*\/|\.tsx$/g, ''));
  expect(names.sort()).toEqual([...Object.keys(PARTS), ...ELSEWHERE].sort());
});

test.each([
  ['th', 'dark', 1280],
  ['lo', 'light', 390],
  ['en', 'light', 1280],
  ['en', 'dark', 390],
] as const)('each state of a part is accessible and fits, in %s, %s, at %i px', async (locale, theme, width) => {
  await page.viewport(width, 800);
  setTheme(theme);
  await setLocale(locale);
  await loadTexts();
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  root.render(
    <MemoryRouter>
      <Gallery />
    </MemoryRouter>,
  );
  await expect.element(page.getByRole('heading', { name: 'The console’s kit' })).toBeVisible();
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
});
