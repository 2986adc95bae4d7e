import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';

const panel = (name: string) => screen.findByRole('region', { name });
const rowOf = async (name: string, text: string) =>
  (await within(await panel(name)).findByText(text)).closest('li') as HTMLElement;

test('nodes say whether they run, what failed, and that a clock is off', async () => {
  await renderConsole({ path: '/setting' });
  const first = await rowOf('Nodes', 'Node 1');
  expect(first).toHaveTextContent(/runs.*v0\.9\.0.*wallet1:8080.*3 jobs · 1 failed/);
  expect(first).toHaveTextContent(/reconcile · took too long/);
  expect(first).not.toHaveTextContent(/clock/);
  expect(await rowOf('Nodes', 'Node 2')).toHaveTextContent(/not seen.*clock is off by -2400 ms/);
});

test('what differs stands first, a secret is only set, and a word finds a setting', async () => {
  const { user } = await renderConsole({ path: '/setting' });
  const list = within(await panel('Settings'));
  const rows = () => list.getAllByRole('listitem').map((row) => row.textContent);
  await list.findAllByText('payout.secret');
  expect(rows()[0]).toMatch(/payout\.secretnode 1 has another value.*set.*from a file/i);
  expect(rows()[1]).toMatch(/payout\.secretnode 2/);
  expect(list.getByText('content.withdraw').closest('li')).toHaveTextContent('Version 7');
  await user.type(list.getByLabelText('Find a setting'), 'callout');
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toMatch(/callout\.url.*Empty/);
});

test('support sees the nodes alone', async () => {
  await renderConsole({
    path: '/setting',
    handlers: [on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'support' } }))],
  });
  await panel('Nodes');
  expect(screen.queryByRole('region', { name: 'Settings' })).not.toBeInTheDocument();
});
