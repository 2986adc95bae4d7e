import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '@/console/testing/render-console';

test('a provider that does not answer says since when, what it leaves open and why a day is not finished', async () => {
  await renderConsole({ path: '/money/providers' });
  const joker = (await screen.findByRole('heading', { name: 'joker' })).closest('li') as HTMLElement;
  expect(within(joker).getByText('does not answer')).toBeVisible();
  expect(within(joker).getByText('24 could not be compared · 2 differ')).toBeVisible();
  expect(within(joker).getByText('2 since 20/11/2026')).toBeVisible();
  expect(within(joker).getByRole('link', { name: '2' })).toHaveAttribute('href', '/queue?kind=case');
  const lotto = screen.getByRole('heading', { name: 'amblotto' }).closest('li') as HTMLElement;
  expect(within(lotto).getByText('not connected')).toBeVisible();
  expect(within(lotto).getByText('None yet')).toBeVisible();
});

test('a budget that is low says for how long', async () => {
  await renderConsole({ path: '/money/providers' });
  const row = (await screen.findByRole('link', { name: 'house:prize' })).closest('li') as HTMLElement;
  expect(row).toHaveTextContent('1,250.00');
  expect(within(row).getByText(/low for/)).toBeVisible();
});
