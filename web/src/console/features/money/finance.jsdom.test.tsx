import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '@/console/testing/render-console';
import { makeFinance } from '@/console/testing/report-fixtures';
import { on } from '@/console/testing/server';

test('a day’s report says what each line is, where it comes from, and that all of them add up', async () => {
  await renderConsole({ path: '/money/finance?day=2026-11-21' });
  expect(await screen.findByText(/Opening and all lines below it make closing/)).toBeVisible();
  const row = screen.getByRole('row', { name: /What members won or lost · joker/ });
  expect(row).toHaveTextContent('+12,400.00');
  expect(screen.getByRole('link', { name: 'result:joker' })).toHaveAttribute('href', '/money/account/result%3Ajoker');
  expect(screen.getByRole('row', { name: /Money out · payout/ })).toHaveTextContent('−1,104,900.25');
});

test('what members bet is said by provider, beside the sum; of one that reports no play nothing is claimed', async () => {
  await renderConsole({ path: '/money/finance?day=2026-11-21' });
  expect(await screen.findByRole('row', { name: /Turnover · pg/ })).toHaveTextContent('3,904,120.00');
  expect(screen.getByRole('row', { name: /Turnover · pg/ })).not.toHaveTextContent('+');
  expect(screen.getByRole('row', { name: /Turnover · ufabet/ })).toHaveTextContent('Reports no play');
  expect(screen.getByText(/Opening and all lines below it make closing/)).toBeVisible();
});

test('a report that does not add up says by how much, whatever the server says of it', async () => {
  const wrong = on('get', '/api/report/finance', () => makeFinance({ fee: -20 }));
  await renderConsole({ path: '/money/finance?day=2026-11-21', handlers: [wrong] });
  expect(await screen.findByText(/do not make closing: 20\.00 baht/)).toBeVisible();
});

test('the week around a day is asked, and the arrows go to the next one', async () => {
  const asked: string[] = [];
  const report = on('get', '/api/report/finance', ({ query }) => {
    asked.push(`${query.get('from')} ${query.get('to')} ${query.get('by')}`);
    return makeFinance();
  });
  const { user, at } = await renderConsole({ path: '/money/finance?day=2026-11-11', handlers: [report] });
  await user.click(await screen.findByRole('radio', { name: 'Week' }));
  await waitFor(() => expect(asked.at(-1)).toBe('2026-11-09 2026-11-15 week'));
  await user.click(screen.getByRole('button', { name: 'Before' }));
  await waitFor(() => expect(asked.at(-1)).toBe('2026-11-02 2026-11-08 week'));
  expect(at()).toBe('/money/finance?day=2026-11-08&by=week');
});
