import { webcrypto } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { KEYS, tab } from '@/shared/session/storage';
import { pass, stopClock } from '@/testing/clock';
import { makeTransfer, makeWallet } from '@/testing/factories';
import { gate } from '@/testing/gate';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

const path = '/user/home?sheet=deposit&tab=link';
const link = 'https://gift.truemoney.com/campaign/?v=AbCd1234EfGh5678';

// jsdom has no WebCrypto; node's is the same standard.
beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  rememberAgreement();
});
afterEach(() => vi.unstubAllGlobals());

const field = () => screen.findByRole('textbox', { name: 'Gift link' });
const submit = () => screen.getByRole('button', { name: 'Take the money' });

it('sends the link encrypted, once for two taps, and says how much came', async () => {
  const sent: string[] = [];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/wallet/truelink', ({ body }) => {
        sent.push(body.link);
        return { message: 'SUCCESS', amount: 88.5 };
      }),
    ],
  });
  await user.type(await field(), `A gift for you: ${link}`);
  await user.dblClick(submit());
  expect(await screen.findByText('฿88.50 received')).toBeInTheDocument();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatch(/^[A-Za-z0-9+/]+=*$/);
  expect(atob(sent[0] ?? '')).not.toContain('truemoney');
});

it.each([
  [400, 'TRUELINK_INVALID', /Check that the link is whole, for at least ฿2/],
  [400, 'TRUELINK_SEVERAL', /Send one at a time/],
  [409, 'TRUELINK_DUPLICATE', /its money is in your statement/],
  [429, 'REQUEST_LIMIT', /Too many requests/],
  [403, 'LIMIT_REACHED', /exceed the limit/],
])('%d %s: says what to do', async (status, code, words) => {
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/wallet/truelink', () => {
        throw refuse(status, code);
      }),
    ],
  });
  await user.type(await field(), link);
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

it('shows a refusal once: its row appears in the list when the refusal is no longer shown here', async () => {
  const row = {
    ...makeTransfer({ reference: 'bad', kind: 'truelink', amount: 0, lapsesAt: null }),
    status: 'FAILED' as const,
  };
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/wallet/add', () => ({ transfers: [{ ...row, note: 'TRUELINK_INVALID' }] })),
      onPost('/api/wallet/truelink', () => {
        throw refuse(400, 'TRUELINK_INVALID', { reference: 'bad' });
      }),
    ],
  });
  expect(await screen.findByRole('region', { name: 'Your deposits' })).toBeInTheDocument();
  await user.type(await field(), link);
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(/Check that the link is whole/);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your deposits' })).toBeNull());
  await user.type(await field(), 'x');
  expect(await screen.findByRole('region', { name: 'Your deposits' })).toBeInTheDocument();
});

it('separates the link from a pasted message', async () => {
  const { user } = await renderApp({ path, member: true });
  await user.click(await field());
  await user.paste(`A gift for you\n${link}\nexpires in 72 h`);
  expect(await field()).toHaveValue(link);
});

it('needs a link', async () => {
  const { user } = await renderApp({ path, member: true });
  await field();
  await user.click(submit());
  expect(screen.getByRole('alert')).toHaveTextContent('Paste the link first');
});

const pending = makeTransfer({ reference: 'mine', kind: 'truelink', amount: 0, lapsesAt: null });

it('follows a link with a late answer until its money comes, also after a reload', async () => {
  stopClock();
  let settled = false;
  const handlers = [
    onPost('/api/wallet/truelink', () => ({ message: 'TRUELINK_PENDING', status: 'IN_PROGRESS', reference: 'mine' })),
    onGet('/api/wallet/add', () => ({
      transfers: [
        makeTransfer({ reference: 'other', kind: 'truelink', status: 'SUCCESS', amount: 5, lapsesAt: null }),
        settled ? { ...pending, status: 'SUCCESS' as const, amount: 120 } : pending,
      ],
    })),
  ];
  const first = await renderApp({ path, member: true, handlers });
  await first.user.type(await field(), link);
  await first.user.click(submit());
  expect(await screen.findByText(/We have your link/, { selector: '[role=status] > p' })).toBeInTheDocument();
  first.unmount();
  await renderApp({ path, member: true, handlers });
  expect(await screen.findByText(/We have your link/, { selector: '[role=status] > p' })).toBeInTheDocument();
  // The next poll is due four seconds after the first answer.
  await waitFor(() => expect(screen.getByRole('region', { name: 'Your deposits' })).toHaveTextContent('฿5.00'));
  settled = true;
  await pass(4000);
  expect(await screen.findByText('฿120.00 received')).toBeInTheDocument();
});

it('reports that a pending link was refused in the end, and takes another one', async () => {
  tab.set(KEYS.openLink, JSON.stringify({ reference: 'mine', at: Date.now() }));
  const refused = { ...pending, status: 'FAILED' as const, note: 'TRUELINK_INVALID' };
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [onGet('/api/wallet/add', () => ({ transfers: [refused] }))],
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('The link is invalid or has been used');
  await user.click(screen.getByRole('button', { name: 'Send another link' }));
  expect(await field()).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Your deposits' })).toHaveTextContent(/whole, for at least ฿2/);
});

it('reports that the money of a link is held, and why', async () => {
  tab.set(KEYS.openLink, JSON.stringify({ reference: 'mine', at: Date.now() }));
  const held = { ...pending, amount: 3000, note: 'LIMIT_REACHED' };
  const wallet = makeWallet();
  wallet.wallet.held = 3000;
  wallet.wallet.holds = [
    { reference: 'h', amount: 3000, from: 'TRUEMONEY', reason: 'LIMIT_REACHED', createdAt: '2026-11-20T11:58:03.000Z' },
  ];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [onGet('/api/wallet/add', () => ({ transfers: [held] })), onGet('/api/wallet', () => wallet)],
  });
  expect(await screen.findByText('฿3,000.00 received, being checked')).toBeInTheDocument();
  await user.click(screen.getAllByRole('button', { name: 'See why' })[0] as HTMLElement);
  const sheet = await screen.findByRole('dialog', { name: 'Money being checked' });
  expect(sheet).toHaveTextContent('The payer of it is not named, and the amount is above the limit for that.');
  expect(sheet).not.toHaveTextContent('which you registered');
});

it('lets the member leave when the answer takes long', async () => {
  tab.set(KEYS.openLink, JSON.stringify({ reference: 'mine', at: Date.now() - 61_000 }));
  const { user } = await renderApp({ path, member: true });
  expect(await screen.findByText(/You can close this/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send another link' }));
  expect(await field()).toBeInTheDocument();
});

it('says why it can not be used on a page without https', async () => {
  vi.stubGlobal('crypto', { getRandomValues: webcrypto.getRandomValues.bind(webcrypto) });
  await renderApp({ path, member: true });
  expect(await screen.findByText(/encrypt the link only on pages opened with https/)).toBeInTheDocument();
});

it('shows a refused link once: in the form, and among the transfers when another one is typed', async () => {
  const refused = makeTransfer({
    reference: 'new',
    kind: 'truelink',
    status: 'FAILED',
    amount: 0,
    note: 'TRUELINK_INVALID',
    lapsesAt: null,
  });
  const earlier = { ...refused, reference: 'earlier' };
  let known = [earlier];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/wallet/add', () => ({ transfers: known })),
      onPost('/api/wallet/truelink', () => {
        known = [refused, earlier];
        throw refuse(400, 'TRUELINK_INVALID', { reference: 'new' });
      }),
    ],
  });
  const list = () => within(screen.getByRole('region', { name: 'Your deposits' })).getAllByRole('listitem');
  await user.type(await field(), link);
  await waitFor(() => expect(list()).toHaveLength(1));
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(/whole, for at least ฿2/);
  await waitFor(() => expect(list()).toHaveLength(1));
  await user.type(await field(), 'x');
  await waitFor(() => expect(list()).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps the next link, pasted before the first answer', async () => {
  const answer = gate();
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/wallet/truelink', () => answer.passed.then(() => ({ message: 'SUCCESS' as const, amount: 10 }))),
    ],
  });
  await user.type(await field(), link);
  await user.click(submit());
  await user.clear(await field());
  await user.type(await field(), `${link}-next`);
  answer.open();
  await screen.findByText('฿10.00 received');
  await user.click(screen.getByRole('button', { name: 'Deposit more' }));
  expect(await field()).toHaveValue(`${link}-next`);
});
