import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ago } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';

const EMPTY = { items: [], next: null, asOf: ago(0), from: 'primary' as const };

/** A house without groups, which keeps what it was asked. */
function asking() {
  const asked: string[] = [];
  const handlers = [
    on('get', '/api/risk/group', ({ query }) => {
      query.delete('limit');
      asked.push(query.toString());
      return EMPTY;
    }),
  ];
  return { asked, handlers };
}

test('groups are of one way, and a filter keeps it', async () => {
  const { asked, handlers } = asking();
  const { user, at } = await renderConsole({ path: '/risk', handlers });
  expect(await screen.findByText('Nothing fits these filters')).toBeVisible();
  expect(asked).toEqual(['by=holder']);
  await user.click(screen.getByRole('link', { name: 'IP address' }));
  await user.type(await screen.findByLabelText('At least so many members'), '5');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(at()).toBe('/risk?by=address&size=5'));
  await waitFor(() => expect(asked.at(-1)).toBe('by=address&size=5'));
});

test('the largest groups come first where that is asked for', async () => {
  const { asked, handlers } = asking();
  const { user, at } = await renderConsole({ path: '/risk', handlers });
  await user.selectOptions(await screen.findByLabelText('Order'), 'Largest first');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(at()).toContain('order=size'));
  await waitFor(() => expect(asked.at(-1)).toContain('order=size'));
});

test('rings are of inviters who earned so much', async () => {
  const asked: string[] = [];
  const { user, at } = await renderConsole({
    path: '/risk/ring',
    handlers: [
      on('get', '/api/risk/ring', ({ query }) => {
        query.delete('limit');
        asked.push(query.toString());
        return EMPTY;
      }),
    ],
  });
  await user.type(await screen.findByLabelText('Earned at least (baht)'), '500');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(at()).toBe('/risk/ring?depth=4&over=500'));
  await waitFor(() => expect(asked).toEqual(['', 'depth=4&over=500']));
});

test('the groups of one member are of all ways', async () => {
  const { asked, handlers } = asking();
  await renderConsole({ path: '/risk?member=3FZ8N1C6RB5Y', handlers });
  expect(await screen.findByText('Nothing fits these filters')).toBeVisible();
  expect(asked).toEqual(['member=3FZ8N1C6RB5Y']);
});
