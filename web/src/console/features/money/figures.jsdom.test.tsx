import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';
import { makeTally } from '@/console/testing/tally-fixtures';

test('a figure by days: its sum, lines that say so, and the newest day first with each part', async () => {
  await renderConsole({ path: '/money/figures?from=2026-11-01&to=2026-11-03' });
  const table = await screen.findByRole('table', { name: 'Deposits' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Day', 'All', 'truemoney', 'SCB1', 'KBANK']);
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['03/11/2026', '02/11/2026', '01/11/2026']);
  expect(await screen.findByRole('img', { name: /Deposits: .*The table below/ })).toBeInTheDocument();
});

test('the call is asked for what the address says, by hours as the house counts days; bets by days alone', async () => {
  const asked: string[] = [];
  const tally = on('get', '/api/tally', ({ query }) => {
    asked.push(String(query));
    return makeTally(query.get('what') ?? '', query.get('by') ?? '', query.get('from') ?? '', query.get('to') ?? '');
  });
  const { user } = await renderConsole({
    path: '/money/figures?what=active&by=hour&from=2026-11-02&to=2026-11-02',
    handlers: [tally],
  });
  const table = await screen.findByRole('table', { name: 'Active members' });
  expect(within(table).getAllByRole('rowheader')[0]).toHaveTextContent('02/11/2026 23:00');
  const day = 'from=2026-11-01T17%3A00%3A00.000Z&to=2026-11-02T17%3A00%3A00.000Z';
  expect(asked).toEqual([`what=active&by=hour&${day}`]);
  await user.selectOptions(screen.getByLabelText('Figure'), 'Turnover');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`what=turnover&by=day&${day}`));
});

test('a time in which nothing happened says so, and sums that are still being made are named', async () => {
  const first = await renderConsole({ path: '/money/figures?what=fee' });
  expect(await screen.findByText('Nothing happened in this time')).toBeVisible();
  first.unmount();
  const adding = on('get', '/api/tally', () => ({
    ...makeTally('ggr', 'day', '2026-11-01', '2026-11-02'),
    whole: false,
  }));
  await renderConsole({ path: '/money/figures?what=ggr', handlers: [adding] });
  expect(await screen.findByText(/Sums are still being made/)).toBeVisible();
});
