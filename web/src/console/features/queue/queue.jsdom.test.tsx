import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeItem, makeQueue } from '@/console/testing/queue-fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';

const title = (name: string) => screen.findByRole('heading', { name, level: 2 });

test('the queue: what is due first, how long it waits, who has it', async () => {
  const { at } = await renderConsole({ path: '/queue' });
  await title('Withdrawal');
  expect(at()).toBe('/queue');
  const rows = screen.getAllByRole('link').filter((link) => /\/queue\/\w+\//.test(link.getAttribute('href') ?? ''));
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Withdrawal'),
    expect.stringContaining('malee.k has it'),
    expect.stringContaining('Unmatched deposit'),
    expect.stringContaining('Approval'),
    expect.stringContaining('Money owed'),
  ]);
  expect(screen.getByText('A withdrawal in review', { selector: 'article *' })).toBeVisible();
});

test('keys alone: next is claimed and shown, put back, and taken again', async () => {
  const { user, at } = await renderConsole({ path: '/queue' });
  await title('Withdrawal');
  await user.keyboard('n');
  await title('Unmatched deposit');
  expect(at()).toBe(`/queue/unmatched/${encodeURIComponent('SCB1 20261122-00417')}`);
  await screen.findByText(/You have it/);
  await user.keyboard('u');
  await waitFor(() => expect(screen.queryByText(/You have it/)).not.toBeInTheDocument());
  await user.keyboard('c');
  await screen.findByText(/You have it/);
});

test('what another has is taken over by a chief alone, and the refusal says who was quicker', async () => {
  const claims: unknown[] = [];
  const quicker = on('post', '/api/queue/{kind}/{id}/claim', ({ body }) => {
    claims.push(body);
    throw refuse(409, 'CLAIMED', { by: 'malee.k', until: '2026-11-27T04:00:00.000Z' });
  });
  const { user } = await renderConsole({ path: '/queue/slip/4821', handlers: [quicker] });
  await user.click(await screen.findByRole('button', { name: /Take it over/ }));
  expect(await screen.findByText(/malee\.k/, { selector: '[role=alert] *' })).toBeVisible();
  expect(claims).toEqual([{ take: true }]);
});

test('an approval is decided on its own page', async () => {
  const { user, at } = await renderConsole({ path: '/queue/proposal/p1' });
  await user.click(await screen.findByRole('link', { name: 'Decide' }));
  expect(at()).toBe('/proposals/p1');
});

test('a kind, and what is late, are in the address', async () => {
  const { user, at } = await renderConsole({ path: '/queue' });
  const kinds = await screen.findByRole('navigation', { name: 'Kinds' });
  await user.click(await within(kinds).findByRole('link', { name: /^Slip/ }));
  await title('Slip');
  expect(at()).toBe('/queue?kind=slip');
  await user.click(screen.getByRole('link', { name: 'Yours' }));
  expect(await screen.findByText('Nothing waits')).toBeVisible();
  expect(at()).toBe('/queue?show=mine&kind=slip');
});

test('what has been decided meanwhile says so', async () => {
  await renderConsole({ path: '/queue/withdrawal/gone' });
  expect(await screen.findByText(/This no longer waits/)).toBeVisible();
});

test('nothing else waits: it says so, and stays', async () => {
  const queue = [makeItem({ claim: { by: 'malee.k', until: '2026-11-27T04:00:00.000Z' } })];
  const { user } = await renderConsole({ path: '/queue', queue });
  await title('Withdrawal');
  await user.keyboard('n');
  expect(await screen.findByText('Nothing else waits for you')).toBeVisible();
});

test('an empty queue says so', async () => {
  await renderConsole({ path: '/queue', queue: [] });
  expect(await screen.findByText('Nothing waits')).toBeVisible();
});

test('a page’s last row leads to the next page', async () => {
  const [first, second] = makeQueue();
  const pages = on('get', '/api/queue', ({ query }) => ({
    items: [query.get('after') === 'c2' ? second : first].filter((one) => one !== undefined),
    next: query.get('after') ? null : 'c2',
    asOf: new Date().toISOString(),
    from: 'primary' as const,
  }));
  const { user } = await renderConsole({ path: '/queue', handlers: [pages] });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('malee.k has it')).toBeVisible();
});
