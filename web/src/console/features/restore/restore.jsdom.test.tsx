import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { makeQuarantine, restoreHandlers } from '@/console/testing/restore-fixtures';
import { on } from '@/console/testing/server';

const rowOf = async (name: string) =>
  (await screen.findByRole('heading', { name: new RegExp(name), level: 3 })).closest('li') as HTMLElement;
const leftOf = async (name: string) =>
  within(within(await rowOf(name)).getByRole('list', { name: 'Before it may be used' }));
const as = (role: 'support' | 'cashier') => on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role } }));

test('each system says what is left of it, and what its lists were', async () => {
  await renderConsole({ path: '/restore', handlers: restoreHandlers(makeQuarantine()) });
  const scb = await leftOf('SCB1');
  expect(scb.getAllByText(/Its lists lack/)).toHaveLength(1);
  expect(scb.getByText(/still being booked/)).toBeVisible();
  expect(scb.getByRole('link', { name: 'Open cases in the queue: 1' })).toHaveAttribute('href', '/queue?kind=import');
  expect((await leftOf('Payouts')).getByText(/compare it by hand/)).toBeVisible();
  expect((await leftOf('KBANK')).getByText(/two chiefs may let it be used/)).toBeVisible();
  const lists = within(await rowOf('SCB1')).getByRole('table', { name: 'Imported lists of Account · SCB1' });
  expect(within(lists).getAllByRole('row')[1]).toHaveTextContent(/214198151$/);
  expect(await rowOf('Slips')).toHaveTextContent(/used again.*by somchai.p.*EXPIRED_SLIP/);
  expect(within(await rowOf('Slips')).getByRole('link', { name: 'Deposits of nobody' })).toHaveAttribute(
    'href',
    '/queue?kind=unmatched',
  );
  expect(within(await rowOf('KBANK')).getByRole('link', { name: /see the approval/ })).toHaveAttribute(
    'href',
    '/proposals/p1',
  );
});

test('a list is imported by keys: its span is what is missing, and its lines are counted before it is sent', async () => {
  const sent: unknown[] = [];
  const quarantine = makeQuarantine();
  const takes = on('post', '/api/quarantine/{system}/import', ({ params, body, request }) => {
    sent.push([params.system, { ...body, from: Date.parse(body.from), to: Date.parse(body.to) }]);
    expect(request.headers.get('Idempotency-Key')).toBeTruthy();
    return { message: 'SUCCESS' as const, says: '', facts: [], subject: 'bank:TTB' };
  });
  const { user } = await renderConsole({ path: '/restore', handlers: [takes, ...restoreHandlers(quarantine)] });
  await rowOf('TTB');
  await user.keyboard('ji');
  const dialog = within(await screen.findByRole('dialog', { name: 'Import a list' }));
  await user.type(dialog.getByLabelText('Your reason'), 'the bank’s list');
  await user.type(dialog.getByLabelText('What you looked at'), 'statement 4821');
  await user.click(dialog.getByRole('button', { name: 'Import a list' }));
  expect(dialog.getByText('Fill this in')).toBeVisible();
  const csv = 'id,time,amount\r\nL1,2026-11-20T10:00:00+07:00,1250.50\r\n';
  await user.upload(dialog.getByLabelText('CSV file'), new File([csv], 'ttb.csv', { type: 'text/csv' }));
  expect(await dialog.findByText('2 lines')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Import a list' }));
  expect(await screen.findByText('Import a list: done')).toBeVisible();
  const floor = (at: string | null) => Math.floor(Date.parse(at ?? '') / 1000) * 1000;
  expect(sent).toEqual([
    [
      'bank:TTB',
      {
        reason: 'the bank’s list',
        evidence: 'statement 4821',
        seen: 'seen-bank:TTB',
        csv: csv.trim(),
        from: floor(quarantine.from),
        to: floor(quarantine.since) + 1000,
      },
    ],
  ]);
});

test('a list that can’t be read says at which line', async () => {
  const { user } = await renderConsole({ path: '/restore', handlers: restoreHandlers(makeQuarantine()) });
  await user.click(within(await rowOf('TTB')).getByRole('button', { name: 'Import a list' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import a list' }));
  await user.upload(dialog.getByLabelText('CSV file'), new File(['nothing'], 'ttb.csv', { type: 'text/csv' }));
  await dialog.findByText('1 lines');
  await user.type(dialog.getByLabelText('What you looked at'), 'x');
  await user.type(dialog.getByLabelText('Your reason'), 'the bank’s list{Enter}');
  expect(await dialog.findByText('This file can’t be read at line 1: column “id” is missing')).toBeVisible();
});

test('a lifting needs what was compared, and is a proposal', async () => {
  const { user } = await renderConsole({ path: '/restore', handlers: restoreHandlers(makeQuarantine()) });
  await user.click(within(await rowOf('Payouts')).getByRole('button', { name: 'Let it be used' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Let it be used' }));
  expect(dialog.getByText('Another person has to agree')).toBeVisible();
  await user.type(dialog.getByLabelText('Your reason'), 'all is compared{Enter}');
  expect(dialog.getByText('Fill this in')).toBeVisible();
  await user.type(dialog.getByLabelText('What you looked at'), 'the bank’s list of the day{Enter}');
  expect(await within(await rowOf('Payouts')).findByRole('link', { name: /see the approval/ })).toBeVisible();
  expect(within(await rowOf('Payouts')).queryByRole('button', { name: 'Let it be used' })).not.toBeInTheDocument();
});

test('a system that gives its list is asked for it, and the list leads to its lines', async () => {
  const { user } = await renderConsole({ path: '/restore', handlers: restoreHandlers(makeQuarantine()) });
  expect(within(await rowOf('KBANK')).queryByRole('button', { name: 'Ask it itself' })).not.toBeInTheDocument();
  await user.click(within(await rowOf('TTB')).getByRole('button', { name: 'Ask it itself' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask it itself' }));
  await user.type(dialog.getByLabelText('Your reason'), 'after the restoration{Enter}');
  const list = await within(await rowOf('TTB')).findByRole('table');
  expect(list).toHaveTextContent(/its own list.*9270$/);
  expect(within(list).getByRole('link')).toHaveAttribute('href', '/restore/list/asked');
});

test('what no list covers is lifted by hand, and what is covered by its lists', async () => {
  const lifted: unknown[] = [];
  const lifts = on('post', '/api/quarantine/{system}/lift', ({ params, body }) => {
    lifted.push([params.system, body.basis]);
    return { message: 'PROPOSED' as const, says: '', facts: [], subject: String(params.system) };
  });
  const { user } = await renderConsole({ path: '/restore', handlers: [lifts, ...restoreHandlers(makeQuarantine())] });
  await user.click(within(await rowOf('TTB')).getByRole('button', { name: 'Let it be used' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Let it be used' }));
  await user.type(dialog.getByLabelText('What you looked at'), 'the statement on paper');
  await user.type(dialog.getByLabelText('Your reason'), 'the bank gives no file{Enter}');
  await waitFor(() => expect(lifted).toEqual([['bank:TTB', 'hand']]));
});

test('the cases of one kind of a list are decided together', async () => {
  const sent: unknown[] = [];
  const decides = on('post', '/api/quarantine/import/{id}/decide', ({ params, body }) => {
    sent.push([params.id, body.kind, body.books, body.evidence]);
    return { message: 'PROPOSED' as const, says: '', facts: [], subject: String(params.id) };
  });
  const handlers = [decides, ...restoreHandlers(makeQuarantine())];
  const { user } = await renderConsole({ path: '/restore/list/list420', handlers });
  expect(await screen.findByText(/of these without a member: 2/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Decide them together' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide them together' }));
  await user.selectOptions(dialog.getByLabelText('What it books'), 'movement');
  await user.type(dialog.getByLabelText('What you looked at'), 'the provider’s list');
  await user.type(dialog.getByLabelText('Your reason'), 'lost with the books{Enter}');
  await waitFor(() => expect(sent).toEqual([['list420', 'movement.lost', 'movement', 'the provider’s list']]));
});

test('a cashier imports and does not lift; support only looks', async () => {
  const first = await renderConsole({
    path: '/restore',
    handlers: [as('cashier'), ...restoreHandlers(makeQuarantine())],
  });
  await rowOf('TTB');
  expect(screen.getAllByRole('button', { name: /Import a list/ })).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /Let it be used/ })).not.toBeInTheDocument();
  first.unmount();
  await renderConsole({ path: '/restore', handlers: [as('support'), ...restoreHandlers(makeQuarantine())] });
  await rowOf('TTB');
  expect(screen.queryByRole('button', { name: /Import a list/ })).not.toBeInTheDocument();
});

test('every page says that the store was restored, as long as a system rests', async () => {
  const first = await renderConsole({ path: '/brakes', handlers: restoreHandlers(makeQuarantine()) });
  const banner = within(await screen.findByRole('region', { name: 'Restored from a backup' }));
  expect(banner.getByText(/Outside systems that rest: 5/)).toBeVisible();
  expect(banner.getByRole('link')).toHaveAttribute('href', '/restore');
  first.unmount();
  const over = restoreHandlers(makeQuarantine({ open: false }));
  await renderConsole({ path: '/restore', handlers: over });
  expect(await screen.findByText('Every system is used again')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Restored from a backup' })).not.toBeInTheDocument();
});

test('a store that was never restored says so', async () => {
  await renderConsole({ path: '/restore' });
  expect(await screen.findByText('This store was never restored from a backup.')).toBeVisible();
});
