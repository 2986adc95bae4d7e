import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLocale } from '@/console/i18n';
import { makeConversation } from '@/console/testing/chat-fixtures';
import { makeDetail } from '@/console/testing/detail-fixtures';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { server } from '@/console/testing/mock-server';
import { makeItem, makeQueue } from '@/console/testing/queue-fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';

const title = (name: string) => screen.findByRole('heading', { name, level: 2 });

test('the queue: what is due first, how long it waits, who has it', async () => {
  const { at } = await renderConsole({ path: '/queue' });
  await title('Withdrawal');
  expect(at()).toBe('/queue');
  const rows = screen.getAllByRole('link').filter((link) => /\/queue\/\w+\//.test(link.getAttribute('href') ?? ''));
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Withdrawal'),
    expect.stringContaining('malee.k has it'),
    expect.stringContaining('Unmatched deposit'),
    expect.stringContaining('Approval'),
    expect.stringContaining('Money owed'),
  ]);
  // The cursor is on the first, which nobody has opened: the list's own is shown, and no more is asked.
  expect(screen.getByRole('button', { name: 'Open' })).toBeVisible();
});

test('keys alone: the cursor looks, Enter opens, a decides, and the next one is there with its answer', async () => {
  const asked: string[] = [];
  const watch = ({ request }: { request: Request }) => {
    const path = new URL(request.url).pathname;
    if (/withdrawal|slip|arrival|queue\/(next|.*claim)/.test(path)) asked.push(`${request.method} ${path}`);
  };
  server.events.on('request:start', watch);
  const { user, at } = await renderConsole({ path: '/queue' });
  await title('Withdrawal');
  await user.keyboard('jk');
  expect(at()).toBe('/queue');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Large win beside its deposits')).toBeVisible();
  expect(at()).toBe('/queue/withdrawal/kp8f3m2q7x1w9ta');
  await user.keyboard('a');
  await user.keyboard('its own account{Enter}');
  await title('Unmatched deposit');
  expect(await screen.findByText('not proven')).toBeVisible();
  expect(screen.getByText(/You have it/)).toBeVisible();
  await screen.findByText('Approve: done');
  server.events.removeListener('request:start', watch);
  // One request for the item that was opened, and one per decision, which brings the next.
  expect(asked).toEqual(['GET /api/withdrawal/kp8f3m2q7x1w9ta', 'POST /api/withdrawal/kp8f3m2q7x1w9ta/approve']);
});

test('all that is needed is on one screen: facts in words, why, the member, what moved, who is linked', async () => {
  await renderConsole({ path: '/queue/withdrawal/kp8f3m2q7x1w9ta' });
  expect(await screen.findByText('A linked member is in review')).toBeVisible();
  expect(screen.getByText('Account name')).toBeVisible();
  expect(screen.getByText('฿120.00')).toBeVisible();
  expect(screen.getByText('in review')).toBeVisible();
  expect(screen.getByText(/สมชาย ใจดี · 081-xxx-9921 · shut out/)).toBeVisible();
  expect(screen.getByRole('row', { name: 'Out of a game 118 ฿79,900.00 ฿19,980.00' })).toBeVisible();
  expect(screen.getByText('Withdrawal · pending')).toBeVisible();
  expect(screen.getByText('WELCOME100 · met')).toBeVisible();
});

test('a slip’s picture is beside what the bank says, and is made larger and turned by keys', async () => {
  const { user } = await renderConsole({ path: '/queue/slip/4821' });
  const picture = await screen.findByRole('img', { name: 'The slip' });
  expect(picture).toHaveAttribute('src', '/files/slip-1');
  expect(screen.getByText('The bank says')).toBeVisible();
  await user.keyboard('+t');
  expect(picture.parentElement).toHaveClass('size-[200%]');
  expect(picture).toHaveClass('rotate-90');
});

test('what has no words is shown as its code', async () => {
  const strange = on('get', '/api/withdrawal/{reference}', () =>
    makeDetail(makeItem(), {
      state: 'levitating',
      why: ['full moon'],
      facts: [{ name: 'aura', kind: 'state', before: null, after: 'violet' }],
    }),
  );
  await renderConsole({ path: '/queue/withdrawal/kp8f3m2q7x1w9ta', handlers: [strange] });
  for (const code of ['levitating', 'full moon', 'aura', 'violet']) expect(await screen.findByText(code)).toBeVisible();
});

test('what the product found is said in the operator’s language, then what the provider said, as it is', async () => {
  const unsettled = makeItem({ kind: 'unsettled', id: 'kp3d5f7h9k1m3pa' });
  const found = on('get', '/api/case/{id}', () =>
    makeDetail(unsettled, {
      facts: [
        { name: 'found', kind: 'found', before: null, after: 'balance_unread' },
        { name: 'said', kind: 'text', before: null, after: 'joker: HTTP 502: bad gateway' },
        { name: 'found', kind: 'found', before: null, after: 'read_in_tea' },
      ],
    }),
  );
  await renderConsole({ path: '/queue/unsettled/kp3d5f7h9k1m3pa', queue: [unsettled], handlers: [found] });
  expect(await screen.findByText('The balance can’t be read')).toBeVisible();
  expect(screen.getByText('Detail')).toBeVisible();
  expect(screen.getByText('joker: HTTP 502: bad gateway')).toBeVisible();
  expect(screen.getByText('read_in_tea')).toBeVisible(); // of a newer server
  await act(() => setLocale('th'));
  expect(await screen.findByText('อ่านยอดไม่ได้')).toBeVisible();
});

test('the last one is decided: it says so, and the list is there', async () => {
  const { user, at } = await renderConsole({ path: '/queue', queue: [makeItem()] });
  await title('Withdrawal');
  await user.keyboard('{Enter}');
  await screen.findByText('Large win beside its deposits');
  await user.keyboard('r');
  await user.keyboard('not its own account{Enter}');
  await screen.findByText('Nothing else waits for you');
  expect(at()).toBe('/queue');
});

test('an auditor looks, and decides nothing', async () => {
  const me = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'auditor' } }));
  const looked = on('get', '/api/withdrawal/{reference}', () => makeDetail(makeItem(), { may: [], choices: [] }));
  await renderConsole({ path: '/queue/withdrawal/kp8f3m2q7x1w9ta', handlers: [me, looked] });
  expect(await screen.findByText('There is nothing that you can decide about it now')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Take it|Next/ })).not.toBeInTheDocument();
});

test('keys alone: the most urgent is claimed and shown, then the next, put back, and taken again', async () => {
  const { user, at } = await renderConsole({ path: '/queue' });
  await title('Withdrawal');
  await user.keyboard('n');
  await screen.findByText('Large win beside its deposits');
  expect(at()).toMatch('/queue/withdrawal/');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(at()).toBe('/queue'));
  await user.keyboard('n');
  await title('Unmatched deposit');
  expect(at()).toBe(`/queue/unmatched/${encodeURIComponent('SCB1 20261122-00417')}`);
  await screen.findByText(/You have it/);
  await user.keyboard('u');
  await waitFor(() => expect(screen.queryByText(/You have it/)).not.toBeInTheDocument());
  await user.keyboard('c');
  await screen.findByText(/You have it/);
});

test('a conversation that waits is answered at its desk, by the key that says yes', async () => {
  const { user, at } = await renderConsole({
    path: '/queue/chat/C1',
    queue: [makeItem({ kind: 'chat', id: 'C1' })],
    chats: [makeConversation()],
  });
  expect(
    within(await screen.findByRole('article')).getByRole('link', { name: /^Answer it at the chat desk/ }),
  ).toBeVisible();
  await user.keyboard('a');
  expect(await screen.findByRole('log')).toBeVisible();
  expect(at()).toBe('/chat/C1');
});

test('what another has is taken over by a chief alone, and the refusal says who was quicker', async () => {
  const claims: unknown[] = [];
  const quicker = on('post', '/api/queue/{kind}/{id}/claim', ({ body }) => {
    claims.push(body);
    throw refuse(409, 'CLAIMED', { by: 'malee.k', until: '2026-11-27T04:00:00.000Z' });
  });
  const { user } = await renderConsole({ path: '/queue/slip/4821', handlers: [quicker] });
  await user.click(await screen.findByRole('button', { name: /Take it over/ }));
  expect(await screen.findByText('malee.k has it.')).toBeVisible();
  expect(claims).toEqual([{ take: true }]);
});

test('an item is given to a colleague who may decide it, with a reason', async () => {
  const given: unknown[] = [];
  server.events.on('request:start', async ({ request }) => {
    if (request.url.endsWith('/assign'))
      given.push([await request.clone().json(), request.headers.has('Idempotency-Key')]);
  });
  const { user } = await renderConsole({ path: '/queue/withdrawal/kp8f3m2q7x1w9ta' });
  await screen.findByText('A linked member is in review');
  await user.keyboard('h');
  const to = await screen.findByRole('combobox', { name: 'Colleague' });
  expect(to).toHaveFocus();
  await within(to).findByRole('option', { name: 'malee.k' });
  // Neither support nor an auditor decides a withdrawal, and oneself takes it.
  expect(within(to).getAllByRole('option')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Give it' })).toBeDisabled();
  await user.selectOptions(to, 'malee.k');
  await user.type(screen.getByLabelText('Reason'), 'she knows the member{Enter}');
  expect(await screen.findByText('malee.k has it now')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Colleague' })).not.toBeInTheDocument());
  expect(given).toEqual([[{ to: 'malee.k', reason: 'she knows the member' }, true]]);
});

test('a chief gives away what another has, and the refusal stays in the dialog', async () => {
  const given: unknown[] = [];
  const refused = on('post', '/api/queue/{kind}/{id}/assign', ({ body }) => {
    given.push(body);
    throw refuse(403, 'ROLE_FORBIDDEN', { needs: 'chief' });
  });
  const staff = on('get', '/api/operator', () => ({
    items: [
      { name: 'dao.w', role: 'cashier' as const, active: true, effectiveAt: '2026-01-01T00:00:00.000Z', member: null },
    ],
    next: null,
    asOf: new Date().toISOString(),
    from: 'primary' as const,
  }));
  const { user } = await renderConsole({ path: '/queue/slip/4821', handlers: [refused, staff] });
  await user.click(await screen.findByRole('button', { name: /Give to/ }));
  const to = await screen.findByRole('combobox', { name: 'Colleague' });
  await within(to).findByRole('option', { name: 'dao.w' });
  await user.selectOptions(to, 'dao.w');
  await user.type(screen.getByLabelText('Reason'), 'malee has gone home{Enter}');
  expect(await screen.findByText('This needs chief or above.')).toBeVisible();
  expect(given).toEqual([{ to: 'dao.w', reason: 'malee has gone home', take: true }]);
});

test('support gives nothing away', async () => {
  const me = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'support' } }));
  await renderConsole({ path: '/queue/withdrawal/kp8f3m2q7x1w9ta', handlers: [me] });
  expect(await screen.findByRole('button', { name: /Take it/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Give to/ })).not.toBeInTheDocument();
});

test('an approval is decided in the queue, as on its own page', async () => {
  const { user } = await renderConsole({ path: '/queue/proposal/p1' });
  expect(await screen.findByText('Its reason')).toBeVisible();
  await user.keyboard('r');
  await user.keyboard('not by its own account{Enter}');
  await screen.findByText('Reject: done');
});

test('a kind, and what is late, are in the address', async () => {
  const { user, at } = await renderConsole({ path: '/queue' });
  const kinds = await screen.findByRole('navigation', { name: 'Kinds' });
  await user.click(await within(kinds).findByRole('link', { name: /^Slip/ }));
  await title('Slip');
  expect(at()).toBe('/queue?kind=slip');
  await user.click(screen.getByRole('link', { name: 'Yours' }));
  expect(await screen.findByText('Nothing waits')).toBeVisible();
  expect(at()).toBe('/queue?show=mine&kind=slip');
});

test('what has been decided meanwhile says so', async () => {
  await renderConsole({ path: '/queue/withdrawal/gone' });
  expect(await screen.findByText(/This no longer waits/)).toBeVisible();
});

test('nothing else waits: it says so, and stays', async () => {
  const queue = [makeItem({ claim: { by: 'malee.k', until: '2026-11-27T04:00:00.000Z' } })];
  const { user } = await renderConsole({ path: '/queue', queue });
  await title('Withdrawal');
  await user.keyboard('n');
  expect(await screen.findByText('Nothing else waits for you')).toBeVisible();
});

test('an empty queue says so', async () => {
  await renderConsole({ path: '/queue', queue: [] });
  expect(await screen.findByText('Nothing waits')).toBeVisible();
});

test('a page’s last row leads to the next page', async () => {
  const [first, second] = makeQueue();
  const pages = on('get', '/api/queue', ({ query }) => ({
    items: [query.get('after') === 'c2' ? second : first].filter((one) => one !== undefined),
    next: query.get('after') ? null : 'c2',
    asOf: new Date().toISOString(),
    from: 'primary' as const,
  }));
  const { user } = await renderConsole({ path: '/queue', handlers: [pages] });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('malee.k has it')).toBeVisible();
});

test('unclaimed money: whose it may be, best first, and a press takes the member into the decision', async () => {
  const { user } = await renderConsole({ path: '/queue/unmatched/SCB1%2020261122-00417' });
  const list = await screen.findByText('Whose it may be');
  const [first, second] = within(list.closest('section') as HTMLElement).getAllByRole('listitem');
  expect(first).toHaveTextContent('likelythis payer has paid for it before · its account is in the payer’s name');
  expect(second).toHaveTextContent('a hintit declared this amount then');
  await user.click(within(second as HTMLElement).getByRole('button', { name: 'It is of this member' }));
  expect(screen.getByLabelText('The member’s id')).toHaveValue('m55');
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'It is of this member' }));
  expect(screen.getByLabelText('The member’s id')).toHaveValue('m81');
});

const declared = () => makeItem({ kind: 'declared', id: 'd9', amount: 2_500 });

test('a declared transfer takes its line: the reason alone is typed', async () => {
  const sent: unknown[] = [];
  const assign = on('post', '/api/arrival/{id}/assign', ({ params, body }) => {
    sent.push({ id: params.id, ...body });
    return { message: 'SUCCESS' as const, says: '', facts: [], subject: 'in7' };
  });
  const { user } = await renderConsole({ path: '/queue/declared/d9', queue: [declared()], handlers: [assign] });
  const list = await screen.findByText('Unclaimed lines of the statement');
  const [first, second] = within(list.closest('section') as HTMLElement).getAllByRole('listitem');
  expect(first).toHaveTextContent(/^฿2,500.00.*→ SCB-AUTOนาย ประเสริฐ ใ · KTB xxx-x-x7776-x/);
  expect(second).toHaveTextContent('The bank does not say who paid');
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'Take this line' }));
  expect(screen.getByLabelText('The member’s id')).toHaveValue('m81');
  await user.keyboard('its slip is in the chat{Enter}');
  await waitFor(() =>
    expect(sent).toEqual([
      expect.objectContaining({ id: 'in7', member: 'm81', seen: 'seen-in7', reason: 'its slip is in the chat' }),
    ]),
  );
});

test('who finds a declared transfer elsewhere chooses an account of the house that no feed is read of', async () => {
  const accounts = [
    { code: 'SCB-AUTO', bankCode: 'SCB', source: 'feed' },
    { code: 'KTB-SLIP', bankCode: 'KTB', source: 'slip' },
  ];
  const content = on('get', '/api/content/{section}', () => ({
    section: 'depositAccounts',
    set: true,
    version: 1,
    since: null,
    by: null,
    second: null,
    state: 'a1',
    needs: 'chief' as const,
    may: [],
    body: accounts,
  }));
  const { user } = await renderConsole({ path: '/queue/declared/d9', queue: [declared()], handlers: [content] });
  await user.click(await screen.findByRole('button', { name: /^Found/ }));
  const account = await screen.findByRole('combobox', { name: 'Our account' });
  expect(
    within(account)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['', 'KTB-SLIP · KTB']);
});

test('why a thing waits is in words, whatever the reason', async () => {
  const looked = on('get', '/api/withdrawal/{reference}', () =>
    makeDetail(makeItem(), { why: ['win of 24 h', 'LIMIT_REACHED', 'DEST_ACC_INVALID'] }),
  );
  await renderConsole({ path: '/queue/withdrawal/kp8f3m2q7x1w9ta', handlers: [looked] });
  expect(await screen.findByText('Won much within 24 hours')).toBeVisible();
  expect(screen.getByText('Over the limit for payments of this kind')).toBeVisible();
  expect(screen.getByText('It was not paid to an account of ours')).toBeVisible();
});

test('a slip: others of the same transfer stand first, and name their member', async () => {
  await renderConsole({ path: '/queue/slip/4821' });
  const list = await screen.findByText('Slips before this one');
  const [first, second] = within(list.closest('section') as HTMLElement).getAllByRole('listitem');
  expect(first).toHaveTextContent(/failedDuplicate slipthe same transferมาลี แก้วใส/);
  expect(second).toHaveTextContent(/credited.*฿500.00$/);
});

test('a withdrawal says what proves its account, and which devices others use, too', async () => {
  const item = makeQueue().find(({ kind }) => kind === 'withdrawal');
  await renderConsole({ path: `/queue/withdrawal/${item?.id}` });
  expect((await screen.findByText('Account proven by', { selector: 'dt' })).parentElement).toHaveTextContent(
    'the bank’s word on the name',
  );
  const shared = screen
    .getByRole('heading', { name: 'Devices that others use, too' })
    .closest('section') as HTMLElement;
  expect(within(shared).getByRole('link', { name: '3 members' })).toHaveAttribute('href', '/risk/device/d3v1ce');
});
