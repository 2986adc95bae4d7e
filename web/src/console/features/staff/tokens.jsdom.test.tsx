import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';

test('a token is asked for, confirmed, and shown once', async () => {
  const sent: unknown[] = [];
  const add = on('post', '/api/token', ({ body }) => {
    sent.push(body);
    return { message: 'PROPOSED' as const, says: '', facts: [], subject: 'nightly', token: 'kpt_once' };
  });
  const { user } = await renderConsole({ path: '/staff/tokens', handlers: [add] });
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  const dialog = await screen.findByRole('dialog', { name: 'New token' });
  await user.click(within(dialog).getByRole('button', { name: 'New token' }));
  expect(await within(dialog).findByText(/choose at least one part/)).toBeVisible();
  await user.type(within(dialog).getByLabelText('System'), 'nightly');
  expect(within(dialog).queryByLabelText('Members decide')).not.toBeInTheDocument();
  await user.click(within(dialog).getByLabelText('Members read'));
  await user.type(within(dialog).getByLabelText('Your reason'), 'the report at night');
  await user.click(within(dialog).getByRole('button', { name: 'New token' }));
  expect(await within(dialog).findByText('kpt_once')).toBeVisible();
  expect(sent).toMatchObject([
    { system: 'nightly', role: 'auditor', scopes: ['member:read'], reason: 'the report at night' },
  ]);
});

test('one chief ends a token', async () => {
  const { user } = await renderConsole({ path: '/staff/tokens' });
  await user.click(await screen.findByRole('button', { name: 'End this token' }));
  const dialog = await screen.findByRole('dialog', { name: 'End this token' });
  await user.type(within(dialog).getByLabelText(/reason/i), 'it was lost{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End this token' })).not.toBeInTheDocument());
});

test('a cashier is not led there', async () => {
  const me = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'cashier' }, may: ['listOperators'] }));
  await renderConsole({ path: '/staff', handlers: [me] });
  expect(await screen.findByRole('heading', { name: 'Operators', level: 1 })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Tokens of systems' })).not.toBeInTheDocument();
});
