import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LOCALES } from '@/shared/i18n';
import { OFFLINE } from '@/shared/i18n/offline';
import { Unreachable } from './error-page';

test.each(LOCALES)('if nothing loads, not even the texts, an error is shown in %s', (locale) => {
  render(<Unreachable locale={locale} />);
  const { title, text, reload } = OFFLINE[locale];
  expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: reload })).toBeInTheDocument();
});
