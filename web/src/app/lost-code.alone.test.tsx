import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { currentLocale, loadTexts, setLocale, translate } from '@/shared/i18n';
import { chooseLocale } from '@/shared/ui/choose-locale';
import { renderApp } from '@/testing/render-app';

/** Code and texts that fail to load, or load late. They are mocked as modules, so this file has a worker of its own. */
const network = vi.hoisted(() => {
  let comes = () => {};
  const slow = new Promise<void>((resolve) => {
    comes = resolve;
  });
  return { slow, comes, down: true };
});
vi.mock('@/shared/i18n/locales/en/chat', async (original) => {
  await network.slow;
  return original();
});
vi.mock('@/shared/i18n/locales/en/offers', async (original) => {
  if (network.down) throw new Error('no chunk');
  return original();
});
vi.mock('@/shared/i18n/locales/lo/core', () => {
  throw new Error('no chunk');
});
vi.mock('./slow-hint', () => {
  throw new TypeError('no chunk');
});

test('texts that failed to load do not count as loaded because others did', async () => {
  await setLocale('en');
  const chat = loadTexts('chat');
  await expect(loadTexts('offers')).rejects.toThrow();
  network.down = false;
  network.comes();
  await chat;
  await loadTexts('offers');
  expect(translate('spin.title')).toBe('Lucky wheel');
});

test('a language whose texts fail to load is reported in the current language', async () => {
  await setLocale('en');
  chooseLocale('lo');
  expect(await screen.findByText(/^No answer from the server/)).toBeInTheDocument();
  expect(currentLocale()).toBe('en');
});

test('the first screen does not need the code of the slow hint', async () => {
  await renderApp({ path: '/' });
  await screen.findByRole('button', { name: 'Log in' });
  await act(() => expect(import('./slow-hint')).rejects.toThrow());
  expect(screen.getByRole('button', { name: 'Log in' })).toBeInTheDocument();
});
