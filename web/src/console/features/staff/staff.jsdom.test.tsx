import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';

const title = (name: string) => screen.findByRole('heading', { name, level: 2 });

test('an operator is disabled by one, at once', async () => {
  const { user } = await renderConsole({ path: '/staff?name=malee.k' });
  await title('malee.k');
  await user.click(screen.getByRole('button', { name: /^Disable/ }));
  await user.type(screen.getByLabelText(/reason/i), 'left the house{Enter}');
  expect(await screen.findByText('You can’t change this operator.')).toBeVisible();
});

test('another role is proposed once it was confirmed', async () => {
  const sent: unknown[] = [];
  const role = on('put', '/api/operator/{name}/role', ({ body, params }) => {
    sent.push([params.name, body]);
    return { message: 'PROPOSED' as const, says: '', facts: [], subject: 'malee.k' };
  });
  const { user } = await renderConsole({ path: '/staff?name=malee.k', handlers: [role] });
  await title('malee.k');
  await user.click(screen.getByRole('button', { name: /^Change the role/ }));
  await user.selectOptions(screen.getByLabelText('Role'), 'Chief');
  await user.type(screen.getByLabelText(/reason/i), 'the second chief{Enter}');
  await waitFor(() =>
    expect(sent).toEqual([['malee.k', { role: 'chief', reason: 'the second chief', seen: 'state-malee.k' }]]),
  );
});

test('who has no secrets gets a link, which is shown once', async () => {
  const { user } = await renderConsole({ path: '/staff?name=nok.s' });
  await title('nok.s');
  await user.click(screen.getByRole('button', { name: 'Make a link' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Your reason'), 'begins on Monday');
  await user.click(within(dialog).getByRole('button', { name: 'Make a link' }));
  expect(await within(dialog).findByText(`${location.origin}/invitation#one`)).toBeVisible();
});

test('who has secrets gets others by two chiefs: the link is shown now, and counts later', async () => {
  const { user } = await renderConsole({ path: '/staff?name=malee.k' });
  await title('malee.k');
  expect(screen.queryByRole('button', { name: 'Make a link' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Reset the secrets' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Your reason'), 'lost the phone');
  await user.click(within(dialog).getByRole('button', { name: 'Reset the secrets' }));
  await user.type(await screen.findByLabelText('Six digits from your app'), '123456');
  expect(await within(dialog).findByText(`${location.origin}/invitation#new`)).toBeVisible();
  expect(within(dialog).getByText(/Another chief approves it/)).toBeVisible();
});

test('a new operator is proposed', async () => {
  const { user } = await renderConsole({ path: '/staff' });
  await user.click(await screen.findByRole('button', { name: 'New operator' }));
  const dialog = await screen.findByRole('dialog', { name: 'New operator' });
  await user.type(within(dialog).getByLabelText('Operator name'), 'dao.w');
  await user.selectOptions(within(dialog).getByLabelText('Role'), 'Auditor');
  await user.type(within(dialog).getByLabelText(/reason/i), 'the yearly audit{Enter}');
  await user.type(await screen.findByLabelText('Six digits from your app'), '123456');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New operator' })).not.toBeInTheDocument());
});

test('whom a newcomer is at the OpenID provider goes with it', async () => {
  const sent: unknown[] = [];
  const add = on('post', '/api/operator', ({ body }) => {
    sent.push(body);
    return { message: 'PROPOSED' as const, says: '', facts: [], subject: 'dao.w' };
  });
  const { user } = await renderConsole({ path: '/staff', handlers: [add] });
  await user.click(await screen.findByRole('button', { name: 'New operator' }));
  const dialog = await screen.findByRole('dialog', { name: 'New operator' });
  await user.type(within(dialog).getByLabelText('Operator name'), 'dao.w');
  await user.selectOptions(within(dialog).getByLabelText('Role'), 'Auditor');
  await user.type(within(dialog).getByLabelText(/OpenID provider/), 'sub-dao');
  await user.type(within(dialog).getByLabelText(/reason/i), 'the yearly audit{Enter}');
  await waitFor(() =>
    expect(sent).toEqual([
      { name: 'dao.w', role: 'auditor', oidc: { subject: 'sub-dao' }, reason: 'the yearly audit' },
    ]),
  );
});

test.each(['sub-malee', ''])('an operator is “%s” at the provider from now on', async (subject) => {
  const sent: unknown[] = [];
  const tie = on('put', '/api/operator/{name}/oidc', ({ body }) => {
    sent.push(body);
    return { message: 'PROPOSED' as const, says: '', facts: [], subject: 'malee.k' };
  });
  const { user } = await renderConsole({ path: '/staff?name=malee.k', handlers: [tie] });
  await title('malee.k');
  await user.click(screen.getByRole('button', { name: /^Change the OpenID account/ }));
  if (subject) await user.type(screen.getByLabelText(/OpenID provider/), subject);
  await user.type(screen.getByLabelText(/reason/i), 'as she asked{Enter}');
  await waitFor(() => expect(sent).toEqual([{ subject, reason: 'as she asked', seen: 'state-malee.k' }]));
});

test('who is no chief only looks, and has no log', async () => {
  const me = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'cashier' }, may: ['listOperators'] }));
  await renderConsole({ path: '/staff', handlers: [me] });
  await title('malee.k');
  expect(screen.queryByRole('button', { name: 'New operator' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Audit log' })).not.toBeInTheDocument();
});

test('a line says what somebody signs in by, when it was there last, and how much it decided', async () => {
  await renderConsole({ path: '/staff?name=malee.k' });
  await title('malee.k');
  expect(screen.getByText('passkeys (1) · password and code · 9 recovery codes left')).toBeVisible();
  expect(screen.getByText('214')).toBeVisible();
  expect(screen.queryByText('Its link works until')).not.toBeInTheDocument();
});

test('who was invited has until when, and was never there', async () => {
  await renderConsole({ path: '/staff?name=nok.s' });
  await title('nok.s');
  expect(screen.getByText('Its link works until')).toBeVisible();
  expect(screen.getByText('not in the last weeks')).toBeVisible();
});
