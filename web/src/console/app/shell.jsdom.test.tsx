import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Kind } from '@/console/api/contract';
import { makeMe } from '@/console/testing/fixtures';
import { makeQueue } from '@/console/testing/queue-fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';
import { pass, stopClock } from '@/testing/clock';

test('the palette finds a command by its words, and Enter runs it', async () => {
  const { user } = await renderConsole({ path: '/proposals' });
  await screen.findByRole('heading', { name: 'Approvals', level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'A command, or a member' }), 'light');
  await user.keyboard('{Enter}');
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

test('another language and another theme hold at once, and are kept for other browsers', async () => {
  const kept: unknown[] = [];
  const keep = on('put', '/api/me/preference', ({ body }) => {
    kept.push(body);
    return { message: 'SUCCESS' as const };
  });
  const { user } = await renderConsole({ path: '/proposals', handlers: [keep] });
  await user.click(await screen.findByRole('radio', { name: 'ไทย' }));
  await screen.findByRole('heading', { name: 'คำขออนุมัติ', level: 1 });
  await user.click(screen.getByRole('radio', { name: 'สว่าง' }));
  await waitFor(() =>
    expect(kept).toEqual([
      { locale: 'th', theme: 'system', kinds: [] },
      { locale: 'th', theme: 'light', kinds: [] },
    ]),
  );
});

test('the keys are listed, and lead to the parts', async () => {
  const { user, at } = await renderConsole({ path: '/nowhere' });
  expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeVisible();
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.keyboard('gp');
  await screen.findByRole('heading', { name: 'Approvals', level: 1 });
  expect(at()).toBe('/proposals');
});

test('the menu says how many wait for the operator', async () => {
  const me = on('get', '/api/me', () => makeMe({ waiting: { mine: 0, proposals: 120 } }));
  await renderConsole({ path: '/proposals', handlers: [me] });
  expect(await screen.findByRole('link', { name: 'Approvals 99+' })).toBeVisible();
});

test('the menu says what waits in the queue and in the chat, and asks for it once', async () => {
  let asked = 0;
  const count = (kind: Kind, count: number) => ({ kind, count, oldest: null, late: false, mine: 0 });
  const counts = on('get', '/api/queue/count', () => {
    asked++;
    return [count('slip', 2), count('withdrawal', 3), count('chat', 4), count('proposal', 7)];
  });
  stopClock();
  await renderConsole({ path: '/nowhere', handlers: [counts] });
  expect(await screen.findByRole('link', { name: 'Queue 5' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Chat 4' })).toBeVisible();
  await pass(45_000);
  expect(asked).toBe(1);
});

test('who decides some kinds alone is told of these', async () => {
  const kinds = ['slip', 'chat'];
  const me = on('get', '/api/me', () => makeMe({ preference: { locale: 'en', theme: 'system', kinds } }));
  await renderConsole({ path: '/nowhere', handlers: [me], queue: makeQueue().filter(({ kind }) => kind !== 'chat') });
  const slips = makeQueue().filter(({ kind }) => kind === 'slip').length;
  expect(await screen.findByRole('link', { name: `Queue ${slips}` })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Chat' })).toBeVisible();
});

test('what a page asks by itself, while nobody is there, is no use of the session', async () => {
  const asked: (string | null)[] = [];
  const me = on('get', '/api/me', ({ request }) => {
    asked.push(request.headers.get('X-Unattended'));
    return makeMe();
  });
  stopClock();
  const { user } = await renderConsole({ path: '/nowhere', handlers: [me] });
  await screen.findByRole('heading', { name: 'There is no such page' });
  await user.keyboard('x');
  await pass(45_000);
  await waitFor(() => expect(asked.length).toBeGreaterThan(2));
  expect(new Set(asked)).toEqual(new Set([null]));
  await pass(30_000);
  await waitFor(() => expect(asked.at(-1)).toBe('1'));
  await user.keyboard('x');
  await pass(15_000);
  await waitFor(() => expect(asked.at(-1)).toBeNull());
});

test('the palette and the keys list what the operator may see, and nothing else', async () => {
  const me = on('get', '/api/me', () => makeMe({ may: ['keepPreference'] }));
  const { user } = await renderConsole({ path: '/nowhere', handlers: [me] });
  await screen.findByRole('heading', { name: 'There is no such page' });
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('option', { name: /^Queue/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /^Audit log/ })).not.toBeInTheDocument();
  await user.keyboard('{Escape}?');
  const keys = await screen.findByRole('dialog', { name: 'Keys' });
  expect(keys).toHaveTextContent('Queueg q');
  expect(keys).not.toHaveTextContent('Audit log');
});
