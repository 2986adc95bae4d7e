import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';

test('a day says how far it is compared, and is compared again for a reason', async () => {
  let sent: unknown;
  const compare = on('post', '/api/reconcile/{provider}/{day}', ({ body, params }) => {
    sent = { ...params, ...body };
    return { message: 'SUCCESS' as const, says: 'soon', facts: [], subject: '2026-11-21 joker' };
  });
  const { user } = await renderConsole({ path: '/money/days', handlers: [compare] });
  const row = (await screen.findByText('1180 of our 1204 compared; it has 1198')).closest('li') as HTMLElement;
  expect(row).toHaveTextContent('21/11/2026 · joker');
  expect(within(row).getByText('the list of 21 November can’t be read to its end')).toBeVisible();
  expect(screen.getByText('not begun')).toBeVisible();
  await user.click(within(row).getByRole('button', { name: 'Compare again: joker, 21/11/2026' }));
  const form = screen.getByRole('dialog');
  await user.type(within(form).getByLabelText('Your reason'), 'it has its list again');
  await user.click(within(form).getByRole('button', { name: /Compare again/ }));
  await screen.findByText(/Compare again: done/);
  expect(sent).toMatchObject({ provider: 'joker', day: '2026-11-21', reason: 'it has its list again' });
});

test('days are asked for as days, and whoever only reads compares none', async () => {
  const asked: (string | null)[] = [];
  const days = on('get', '/api/reconcile', ({ query }) => {
    asked.push(query.get('from'));
    return { items: [], next: null, asOf: '2026-11-22T10:00:00Z', from: 'primary' as const };
  });
  const auditor = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'auditor' } }));
  await renderConsole({ path: '/money/days?from=2026-11-20', handlers: [days, auditor] });
  await screen.findByText('Nothing fits these filters');
  expect(asked).toEqual(['2026-11-20']);
  expect(screen.queryByRole('button', { name: /Compare/ })).toBeNull();
});
