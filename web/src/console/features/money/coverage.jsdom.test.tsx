import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '@/console/testing/render-console';
import { makeCoverage } from '@/console/testing/report-fixtures';
import { on } from '@/console/testing/server';

test('a bank that nobody asked is not known, never zero, and there is no ratio', async () => {
  await renderConsole({ path: '/money/coverage' });
  const ratio = await screen.findByRole('region', { name: /What the house has of what it owes/ });
  expect(within(ratio).getByText('not known')).toBeVisible();
  expect(within(ratio).getByText('What 3 of 5 systems have is not known')).toBeVisible();
  expect(screen.getByRole('row', { name: /SCB1/ })).toHaveTextContent('12,402,150.00not known');
  expect(screen.getByRole('row', { name: /joker/ })).toHaveTextContent('812,070.20812,070.20');
});

test('once all are known the ratio is said', async () => {
  const known = on('get', '/api/report/coverage', () => makeCoverage({ ratio: 10_423, complete: true, missing: [] }));
  await renderConsole({ path: '/money/coverage', handlers: [known] });
  expect(await screen.findByText('104.23 %')).toBeVisible();
});
