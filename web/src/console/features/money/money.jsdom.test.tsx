import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BookTransfer, TransferProof } from '@/console/api/contract';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { makeBooks, moneyHandlers, proofOf } from '@/console/testing/money-fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';

const WALLET = 'member:7Q2KD0M4XW9T:wallet';
const DEPOSIT = 'kp0000000000000';
const panel = (name: string) => screen.findByRole('region', { name });

test('accounts are narrowed by what is in the address, and days are the house’s', async () => {
  const asked: string[] = [];
  const list = on('get', '/api/transfer', ({ query }) => {
    asked.push(String(query));
    return { items: [], next: null, asOf: '2026-11-22T05:00:00.000Z', from: 'primary' as const };
  });
  const { user, at } = await renderConsole({ path: '/money/transfers?kind=deposit', handlers: [list] });
  expect(await screen.findByText('Nothing fits these filters')).toBeVisible();
  await user.type(screen.getByLabelText('From the day'), '2026-11-22');
  await user.type(screen.getByLabelText('To the day'), '2026-11-22');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(at()).toBe('/money/transfers?kind=deposit&from=2026-11-22&to=2026-11-22'));
  await waitFor(() => expect(asked.at(-1)).toContain('to=2026-11-22T17%3A00%3A00.000Z'));
  expect(asked.at(-1)).toContain('from=2026-11-21T17%3A00%3A00.000Z');
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  await waitFor(() => expect(at()).toBe('/money/transfers'));
});

test('a page that found nothing goes on when it is told to, not by itself', async () => {
  const asked: string[] = [];
  const list = on('get', '/api/transfer', ({ query }) => {
    asked.push(query.get('after') ?? '');
    const next = asked.length < 2 ? 'c1' : null;
    return { items: [], next, asOf: '2026-11-22T05:00:00.000Z', from: 'primary' as const };
  });
  const { user } = await renderConsole({ path: '/money/transfers', handlers: [list] });
  expect(await screen.findByText('Nothing fits in what was read so far')).toBeVisible();
  expect(asked).toEqual(['']);
  await user.click(screen.getByRole('button', { name: 'Read on' }));
  expect(await screen.findByText('Nothing fits these filters')).toBeVisible();
  expect(asked).toEqual(['', 'c1']);
});

test.each([
  ['bank:SCB1', '/money/account/bank%3ASCB1'],
  [' KP0000000000000 ', '/money/transfer/kp0000000000000'],
  ['7q2kd0m4xw9t', '/money/transfers?member=7Q2KD0M4XW9T'],
])('%s leads to %s', async (typed, to) => {
  const { user, at } = await renderConsole({ path: '/money' });
  await user.type(await screen.findByRole('textbox', { name: /Reference/ }), `${typed}{Enter}`);
  await waitFor(() => expect(at()).toBe(to));
});

test('a transfer shows both sides, its entries and that they are in the chain', async () => {
  await renderConsole({ path: `/money/transfer/${DEPOSIT}` });
  const proof = await panel('Proof in the chain');
  expect(await within(proof).findByText('Proved')).toBeVisible();
  expect(within(proof).getAllByText('agrees')).toHaveLength(4);
  const entries = within(await screen.findByRole('table'));
  expect(entries.getByText('−1,250.50', { selector: 'td:nth-child(5) span' })).toBeVisible();
  expect(entries.getByText('+1,250.50')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'bank:SCB1' })[0]).toHaveAttribute('href', '/money/account/bank%3ASCB1');
});

test('a transfer says why it was not made, in words, and what was said with it', async () => {
  const books = makeBooks();
  const made = books.transfers.find(({ reference }) => reference === DEPOSIT);
  if (!made) throw new Error('no transfer');
  Object.assign(made, { state: 'voided', found: 'provider_refused', note: 'joker: 7: not now' });
  await renderConsole({ path: `/money/transfer/${DEPOSIT}`, handlers: moneyHandlers(books) });
  expect(await screen.findByText('The provider refused it')).toBeVisible();
  expect(screen.getByText('joker: 7: not now')).toBeVisible();
});

test('a batch that was changed is not proved, and the page says where', async () => {
  const books = makeBooks();
  const handlers = moneyHandlers(books);
  for (const entry of books.entries) if (entry.transfer === DEPOSIT) entry.posted += 1;
  const untouched = moneyHandlers(makeBooks()).at(-1);
  if (!untouched) throw new Error('no proof');
  await renderConsole({ path: `/money/transfer/${DEPOSIT}`, handlers: [untouched, ...handlers] });
  const proof = await panel('Proof in the chain');
  expect(await within(proof).findByText('Not proved')).toBeVisible();
  expect(within(proof).getByText(/Where it differs: Batch 500: The entries on this page/)).toBeVisible();
});

test('what has no seal yet is not proved yet', async () => {
  const books = makeBooks();
  const waits = on('get', '/api/transfer/{reference}/proof', async (): Promise<TransferProof> => {
    const answer = await proofOf(books, books.transfers.at(-1) as BookTransfer);
    return { ...answer, steps: answer.steps.map((step) => ({ ...step, seal: null, path: [] })) };
  });
  await renderConsole({ path: `/money/transfer/${DEPOSIT}`, handlers: [waits, ...moneyHandlers(books)] });
  const proof = await panel('Proof in the chain');
  expect(await within(proof).findByText('Not proved yet')).toBeVisible();
  expect(within(proof).getAllByText('waits for its seal')).toHaveLength(2);
});

test('an account is proved by its entries when somebody asks', async () => {
  const { user } = await renderConsole({ path: `/money/account/${encodeURIComponent(WALLET)}` });
  const proof = await panel('Proof in the chain');
  await user.click(within(proof).getByRole('button', { name: 'Check now' }));
  expect(await within(proof).findByText('Proved')).toBeVisible();
  expect(within(proof).getByText('Each entry goes on from the one before (the last 100)')).toBeVisible();
});

test('an account whose balance is another than its entries say is not proved', async () => {
  const books = makeBooks();
  const wallet = books.accounts.get(WALLET);
  if (!wallet) throw new Error('no wallet');
  wallet.posted += 0.01;
  const { user } = await renderConsole({
    path: `/money/account/${encodeURIComponent(WALLET)}`,
    handlers: moneyHandlers(books),
  });
  const proof = await panel('Proof in the chain');
  await user.click(within(proof).getByRole('button', { name: 'Check now' }));
  expect(await within(proof).findByText('Not proved')).toBeVisible();
  expect(within(proof).getByText('Where it differs: The balance shown is that after the last entry')).toBeVisible();
});

test('support sees the books and no reports', async () => {
  const me = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'support' } }));
  await renderConsole({ path: '/money', handlers: [me] });
  expect(await screen.findByRole('link', { name: 'Transfers' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Finance report' })).not.toBeInTheDocument();
});
