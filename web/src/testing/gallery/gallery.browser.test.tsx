import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Providers } from '@/app/providers';
import { createQueryClient } from '@/app/query-client';
import { LOCALES, loadTexts, setLocale } from '@/shared/i18n';
import { Gallery, PARTS } from './gallery';

/** Parts that cover or surround a page, or call a server: the screens of testing/ show them. */
const ELSEWHERE = [
  'banners',
  'checked-notice',
  'code-form',
  'confirm',
  'error-boundary',
  'html',
  'in-app-hint',
  'panel',
  'part',
  'query-state',
  'question',
  'resend-code',
  'safe-html',
  'sheet',
  'step-form',
  'toaster',
];

let root: Root | undefined;
afterEach(() => root?.unmount());

test('each part of the kit is in the gallery, or is shown elsewhere', () => {
  const files = Object.keys(import.meta.glob(['/src/shared/ui/*.tsx', '!**/*.test.tsx']));
  const names = files.map((file) => file.replace(/.*\/|\.tsx$/g, ''));
  expect(names.sort()).toEqual([...Object.keys(PARTS), ...ELSEWHERE].sort());
});

test.each(LOCALES)('each state of a part is accessible and fits a phone, in %s', async (locale) => {
  await setLocale(locale);
  await loadTexts('open', 'member', 'offers', 'errors');
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
  root.render(
    <Providers client={createQueryClient()}>
      <MemoryRouter>
        <Gallery />
      </MemoryRouter>
    </Providers>,
  );
  await expect.element(page.getByRole('heading', { name: 'The kit' })).toBeVisible();
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
});
