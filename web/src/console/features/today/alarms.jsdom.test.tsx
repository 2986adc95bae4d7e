import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';
import { makeAlarms } from '@/console/testing/today-fixtures';

const rows = async () => within(await screen.findByRole('region', { name: 'Newest first' })).findAllByRole('listitem');

test('the record of alarms is reached from today, and says from when until when, and who has seen each', async () => {
  const { at, user } = await renderConsole({ path: '/today' });
  await user.click(await screen.findByRole('link', { name: 'All alarms' }));
  expect(at()).toBe('/today/alarms');
  const [there, seen, due] = await rows();
  expect(there).toHaveTextContent(/A statement can’t be read.*still there/);
  expect(seen).toHaveTextContent(/A budget is low · house:bonus.*seen by somchai.p/);
  expect(due).toHaveTextContent(/The coverage is not known: a balance is due · Account · SCB1From .*until .*malee.k/);
  expect(due).not.toHaveTextContent('still there');
});

test('an alarm of before can be seen, too; a refusal says why', async () => {
  let refused = false;
  const once = on('post', '/api/alarm/{id}/seen', () => {
    refused = true;
    throw refuse(404, 'NO_DATA');
  });
  const first = await renderConsole({ path: '/today/alarms', handlers: [once] });
  const name = 'Seen: Transfers with games have no outcome · joker';
  await first.user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText('It is not there any more.')).toBeVisible();
  expect(refused).toBe(true);
  first.unmount();
  const { user } = await renderConsole({ path: '/today/alarms' });
  await user.click(await screen.findByRole('button', { name }));
  expect(await within((await rows()).at(-1) as HTMLElement).findByText(/seen by somchai.p/)).toBeVisible();
});

test('it is narrowed to those that are there, and goes on after its first page', async () => {
  const asked: string[] = [];
  const paged = on('get', '/api/alarm', ({ query }) => {
    asked.push(`${query.get('open')} ${query.get('after')}`);
    const items = query.get('after') ? makeAlarms().slice(2) : makeAlarms().slice(0, 2);
    return {
      items,
      next: query.get('after') ? null : 'more',
      asOf: '2026-11-27T05:00:00.000Z',
      from: 'primary' as const,
    };
  });
  const { at, user } = await renderConsole({ path: '/today/alarms', handlers: [paged] });
  expect(await rows()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText(/joker/);
  expect(await rows()).toHaveLength(4);
  await user.selectOptions(screen.getByLabelText('State'), 'still there');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(at()).toBe('/today/alarms?open=true');
  await rows();
  expect(asked).toEqual(['null null', 'null more', 'true null']);
});
