import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';

const targets = () => screen.findByRole('region', { name: 'Who is told' });
const table = () => screen.findByRole('table', { name: 'What was told' });
const rowOf = async (text: string) => (await within(await targets()).findByText(text)).closest('li') as HTMLElement;

test('who is told what, by which way, and who does not take it', async () => {
  await renderConsole({ path: '/notice' });
  expect(await rowOf('chiefs')).toHaveTextContent(/LINE.*Waits too long, Alarm, System stopped/);
  expect(await rowOf('ops-channel')).toHaveTextContent(/Has taken none yet.*Slack.*Every event/);
  expect(await rowOf('duty')).toHaveTextContent(/Mail/);
  expect(await rowOf('pager')).toHaveTextContent(/fails.*Signed webhook/);
});

// Only rows in sight are in the page, and this page has no layout: its rows are opened by keys.
test('what was told is in the console’s words, row by row', async () => {
  const { user } = await renderConsole({ path: '/notice' });
  await table();
  const rows = [
    ['Test', /on its way.*HTTP 503/],
    ['Waits too long', /AboutWithdrawal.*Tochiefs/],
    ['Needs a second person', /AboutAdd an operator/],
    ['System stopped', /AboutGames · joker.*given up/],
    ['Alarm', /AboutA budget is low · house:bonus/],
  ] as const;
  for (const [name, words] of rows) {
    await user.keyboard('j{Enter}');
    expect(await screen.findByRole('dialog', { name })).toHaveTextContent(words);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
});

test('a test goes to one target with a reason, and is in the list', async () => {
  const { user } = await renderConsole({ path: '/notice' });
  await user.click(within(await rowOf('ops-channel')).getByRole('button', { name: 'Send a test' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a test' }));
  expect(dialog.getByText('ops-channel')).toBeVisible();
  await user.type(dialog.getByLabelText('Your reason'), 'is it there?{Enter}');
  expect(await screen.findByText('Send a test: done')).toBeVisible();
  await waitFor(async () => expect(await table()).toHaveAttribute('aria-rowcount', '8'));
});

test('what was given up says why, and is told again', async () => {
  const { user } = await renderConsole({ path: '/notice?state=dead' });
  await table();
  await user.keyboard('j{Enter}');
  const row = within(await screen.findByRole('dialog', { name: 'System stopped' }));
  expect(row.getByText(/HTTP 410/)).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Tell it again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tell it again' }));
  await user.type(dialog.getByLabelText('Your reason'), 'it is repaired{Enter}');
  expect(await screen.findByText('Nothing fits these filters')).toBeVisible();
});

test('support sees what was told, and asks nothing about where', async () => {
  let asked = 0;
  await renderConsole({
    path: '/notice',
    handlers: [
      on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'support' } })),
      on('get', '/api/notification/target', () => {
        asked++;
        return [];
      }),
    ],
  });
  await table();
  expect(screen.queryByRole('region', { name: 'Who is told' })).not.toBeInTheDocument();
  expect(asked).toBe(0);
});

test('a house that tells nobody says how to', async () => {
  await renderConsole({ path: '/notice', handlers: [on('get', '/api/notification/target', () => [])] });
  expect(await within(await targets()).findByText(/KRAPAO_OUTSIDE/)).toBeVisible();
});
