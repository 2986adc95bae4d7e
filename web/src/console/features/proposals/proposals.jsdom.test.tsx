import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Fact, Outcome } from '@/console/api/contract';
import { PASSKEY } from '@/console/testing/all-handlers';
import { makeInbox, makeProposal } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';
import { stubDevice } from '@/console/testing/stub-device';

const DONE: Outcome = { message: 'SUCCESS', says: 'Done', facts: [], subject: 'p1' };

const title = (name: string) => screen.findByRole('heading', { name, level: 2 });

test('keys alone decide: next, approve, a reason, the code, and the one after it is ready', async () => {
  const { user, at } = await renderConsole({ path: '/proposals' });
  await title('Approve a withdrawal');
  await user.keyboard('jj');
  await title('Assign a deposit');
  expect(at()).toBe('/proposals/p3');
  await user.keyboard('a');
  await user.keyboard('The slip is the line’s.{Enter}');
  await user.type(await screen.findByLabelText('Six digits from your app'), '123456');
  await title('Adjustment');
  expect(at()).toBe('/proposals/p4');
  await screen.findByText('Approve: done');
  const list = screen.getByRole('navigation', { name: 'Approvals' }).closest('div')?.parentElement as HTMLElement;
  await waitFor(() => expect(within(list).queryByText('Assign a deposit')).not.toBeInTheDocument());
});

test('a decision is sent with what was seen, and again with the same key and the proof', async () => {
  const sent: { key: string | null; proof: string | null; body: unknown }[] = [];
  const approve = on('post', '/api/proposal/{id}/approve', ({ request, body }) => {
    const proof = request.headers.get('X-Confirmation');
    sent.push({ key: request.headers.get('Idempotency-Key'), proof, body });
    if (!proof) throw refuse(403, 'CONFIRM_IDENTITY', { decision: 'p1', ways: ['totp'] });
    return DONE;
  });
  const { user } = await renderConsole({ path: '/proposals/p1', handlers: [approve] });
  await title('Approve a withdrawal');
  await user.keyboard('a');
  await user.keyboard('All is well{Enter}');
  await user.type(await screen.findByLabelText('Six digits from your app'), '123456');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]).toMatchObject({ proof: null, body: { reason: 'All is well', seen: 'f1' } });
  expect(sent[1]).toEqual({ ...sent[0], proof: 'proof-p1' });
  expect(sent[0]?.key).toBeTruthy();
});

test('who does not confirm has decided nothing, and still has the reason', async () => {
  const { user } = await renderConsole({ path: '/proposals/p1' });
  await title('Approve a withdrawal');
  await user.keyboard('a');
  await user.keyboard('All is well{Enter}');
  await screen.findByLabelText('Six digits from your app');
  await user.keyboard('{Escape}');
  expect(await screen.findByText('It was not confirmed, so nothing has changed.')).toBeVisible();
  expect(screen.getByLabelText('Your reason')).toHaveValue('All is well');
});

test('an answer that was lost keeps the key: the next press asks what became of it', async () => {
  const keys: (string | null)[] = [];
  const reject = on('post', '/api/proposal/{id}/reject', ({ request }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    if (keys.length === 1) throw refuse(503, 'INTERNAL_SERVER_ERROR');
    return DONE;
  });
  const { user } = await renderConsole({ path: '/proposals/p1', handlers: [reject] });
  await title('Approve a withdrawal');
  await user.keyboard('r');
  await user.keyboard('Not by its own account{Enter}');
  await screen.findByText('The server failed. Try again.');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
});

test('a reason that is too short is not sent', async () => {
  const { user } = await renderConsole({ path: '/proposals/p1' });
  await title('Approve a withdrawal');
  await user.keyboard('a');
  await user.keyboard('ok{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('At least 3 characters');
});

test('only what the server allows has a button, and only its key does something', async () => {
  const { user } = await renderConsole({ path: '/proposals/p6?show=own' });
  await title('Change content: Bonuses');
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  await user.keyboard('a');
  expect(screen.queryByLabelText('Your reason')).not.toBeInTheDocument();
});

test('what changed since the proposal is said, with what it was', async () => {
  const proposal = makeProposal({ may: ['rejectProposal'] });
  const changed = on('get', '/api/proposal/{id}', () => ({
    ...proposal,
    now: [{ name: 'wallet', kind: 'text' as const, before: '฿100.00', after: '฿50.00' }],
    changed: true,
    whyNot: null,
  }));
  await renderConsole({ path: '/proposals/p1', handlers: [changed] });
  expect(await screen.findByText(/Things have changed since this was proposed/)).toBeVisible();
  expect(screen.getByText(/It was: ฿128,500.00 reserved/)).toBeVisible();
});

test('whoever agrees reads what it does in words, and not the record in English', async () => {
  const code = (name: string, kind: Fact['kind'], after: string): Fact => ({ name, kind, before: null, after });
  const facts = [
    code('mayStillPay', 'amount', '1250.00'),
    code('payerIs', 'state', 'unnamed'),
    code('why', 'why', 'NOT_MATCH'),
    code('flag', 'flag', 'watch, verified'),
    code('at', 'time', '2026-11-28T01:00:00Z'),
    code('scopes', 'scope', 'member:read, waiting:decide'),
  ];
  const says = '1250.00 baht are in the wallet at 2026-11-28T01:00:00Z';
  const budget = makeProposal({ action: 'budget.set', subject: 'payouts', member: null, says, facts });
  await renderConsole({ path: '/proposals/p1', inbox: [budget] });
  expect(await screen.findByRole('row', { name: /May still pay .*1,250.00/ })).toBeVisible();
  expect(screen.getByRole('row', { name: 'The payer is – not named by the bank' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'Why – The payer is not the registered account' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'Flag – Watch, Verified' })).toBeVisible();
  expect(screen.getByRole('row', { name: /As of – .*08:00/ })).toBeVisible();
  expect(
    screen.getByRole('row', { name: 'Parts that it may call – Members: read, Money that waits: decide' }),
  ).toBeVisible();
  expect(screen.queryByText(/baht are in the wallet/)).not.toBeInTheDocument();
});

test('a page’s last row leads to the next page of the list', async () => {
  const [first, second] = makeInbox();
  const pages = on('get', '/api/proposal', ({ query }) => ({
    items: [query.get('after') === 'c2' ? second : first].filter((one) => one !== undefined),
    next: query.get('after') ? null : 'c2',
    asOf: new Date().toISOString(),
    from: 'primary' as const,
  }));
  const { user } = await renderConsole({ path: '/proposals', handlers: [pages] });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Approve a withdrawal/ })).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('an empty inbox says so', async () => {
  await renderConsole({ path: '/proposals', inbox: [] });
  expect(await screen.findByText('Nothing waits for you')).toBeVisible();
});

test('in a demo, one tap confirms, and says that it is a demo', async () => {
  const { user } = await renderConsole({ path: '/proposals/p3', confirms: ['demo'] });
  await title('Assign a deposit');
  await user.keyboard('a');
  await user.keyboard('The slip is the line’s.{Enter}');
  expect(await screen.findByText(/This is a demo, so one tap confirms/)).toBeVisible();
  await user.keyboard('{Enter}');
  await screen.findByText('Approve: done');
});

test('a passkey confirms by one press', async () => {
  stubDevice(PASSKEY);
  const { user } = await renderConsole({ path: '/proposals/p3', confirms: ['totp', 'passkey'] });
  await title('Assign a deposit');
  await user.keyboard('a');
  await user.keyboard('The slip is the line’s.{Enter}');
  expect(await screen.findByText(/Your device has to confirm/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Use the app' })).toBeVisible();
  await user.keyboard('{Enter}');
  await screen.findByText('Approve: done');
});

test('all changes of a long proposal are read by its second person', async () => {
  const long = makeProposal({
    id: 'p7',
    action: 'content.bonus',
    subject: 'bonus',
    facts: [{ name: 'changes', kind: 'text', before: null, after: '75' }],
  });
  const { user } = await renderConsole({ path: '/proposals/p7', inbox: [long] });
  await user.click(await screen.findByRole('button', { name: 'See all 75 changes' }));
  expect(await screen.findByRole('list', { name: 'All changes' })).toHaveTextContent('bonus.bonuses.WELCOME100.cap');
});

test('whoever proposed something finds what became of it, by whom and why', async () => {
  const { user, at } = await renderConsole({ path: '/proposals' });
  await user.click(await screen.findByRole('link', { name: 'Ended, yours' }));
  expect(await screen.findByText(/^Rejected · malee.k · The account on the slip/)).toBeVisible();
  expect(screen.getByText(/^Changed since · nok.s · wallet/)).toBeVisible();
  expect(screen.getByText('Expired', { selector: 'a span' })).toBeVisible();
  expect(screen.queryByText('Change content: Bonuses')).not.toBeInTheDocument(); // it is open
  await user.keyboard('j');
  expect(at()).toBe('/proposals/p22?show=ended');
  await title('Adjustment');
  expect(screen.getByText('Ended by', { selector: 'dt' }).parentElement).toHaveTextContent('nok.s');
  expect(screen.getByText('Why it ended', { selector: 'dt' }).parentElement).toHaveTextContent('฿4,310.75 → ฿3,060.75');
});

test.each([
  ['p21', 'It was rejected.'],
  ['p22', 'It ended, because things changed after it was proposed.'],
  ['p23', 'It expired: nobody approved it in time.'],
])('one that has ended says how, in place of what may be decided: %s', async (id, end) => {
  await renderConsole({ path: `/proposals/${id}?show=ended` });
  expect(await screen.findByText(end)).toBeVisible();
  // What it would have changed is still there.
  expect(screen.getAllByRole('row').length).toBeGreaterThan(1);
  expect(screen.queryByText('You can’t decide this one.')).not.toBeInTheDocument();
});

test('where all that was read has not ended, the next page is one press away', async () => {
  const [open] = makeInbox().filter(({ id }) => id === 'p6');
  const pages = on('get', '/api/proposal', () => ({
    items: open ? [open] : [],
    next: 'c2',
    asOf: new Date().toISOString(),
    from: 'primary' as const,
  }));
  await renderConsole({ path: '/proposals?show=ended', handlers: [pages] });
  expect(await screen.findByText('There is nothing here')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show more' })).toBeVisible();
});
