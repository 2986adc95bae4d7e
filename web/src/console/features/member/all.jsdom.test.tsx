import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';

test('all members are reached from the search, and narrowed by what the call takes', async () => {
  const asked: Record<string, string>[] = [];
  const all = on('get', '/api/member', ({ query }) => {
    asked.push(Object.fromEntries(query));
    return { items: [], next: null, asOf: new Date().toISOString(), from: 'primary' as const };
  });
  const { user, at } = await renderConsole({ path: '/member', handlers: [all] });
  await user.click(await screen.findByRole('link', { name: 'All members' }));
  expect(at()).toBe('/member/all');
  expect(await screen.findByText('Nothing fits these filters')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('State'), 'Shut out');
  await user.selectOptions(screen.getByLabelText('Mark'), 'Watch');
  await user.type(screen.getByLabelText('Source'), 'line');
  await user.type(screen.getByLabelText('Inviter (ID)'), 'm81');
  await user.type(screen.getByLabelText('From the day'), '2026-11-20');
  await user.type(screen.getByLabelText('To the day'), '2026-11-21');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toEqual({
    state: 'shut out',
    flag: 'watch',
    source: 'line',
    inviter: 'm81',
    registeredFrom: '2026-11-19T17:00:00.000Z',
    registeredTo: '2026-11-21T17:00:00.000Z',
    limit: '50',
  });
});

test('the address alone narrows the list, and a page that is no member’s is not mistaken for one', async () => {
  await renderConsole({ path: '/member/all?flag=watch' });
  expect(await screen.findByRole('heading', { name: 'All members', level: 1 })).toBeVisible();
  expect(screen.getByLabelText('Mark')).toHaveDisplayValue('Watch');
});
