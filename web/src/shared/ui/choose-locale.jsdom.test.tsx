import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { currentLocale, setLocale } from '@/shared/i18n';
import { chooseLocale } from './choose-locale';

vi.mock('@/shared/i18n/locales/lo/core', () => {
  throw new Error('no chunk');
});

test('a language whose texts do not come is told of, in the one that is spoken', async () => {
  await setLocale('en');
  chooseLocale('lo');
  expect(await screen.findByText(/^No answer from the server/)).toBeInTheDocument();
  expect(currentLocale()).toBe('en');
});
