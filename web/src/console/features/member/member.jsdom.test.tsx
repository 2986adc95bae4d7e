import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { makeConversation } from '@/console/testing/chat-fixtures';
import { makeMe, makeMember, OPERATOR } from '@/console/testing/fixtures';
import { makeMoved, makeShown, makeUnderWay } from '@/console/testing/member-fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';

const heading = (name: string | RegExp) => screen.findByRole('heading', { name, level: 1 });
const shows = (shown = makeShown()) => on('get', '/api/member/{id}', () => shown);
const rowOf = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement as HTMLElement;

test('what names one member opens it at once, and Back is before the search', async () => {
  const { user, at } = await renderConsole({ path: '/member' });
  const field = await screen.findByRole('searchbox');
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('ab{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('At least 3 characters');
  await user.clear(field);
  await user.keyboard('081 234 4567{Enter}');
  await heading('สมหญิง ใจดี');
  expect(at()).toBe('/member/m81');
  await user.click(screen.getByRole('button', { name: /Back/ }));
  await heading('Find a member');
  expect(at()).toBe('/member');
});

test('what may name several lists them, masked, and keys open one', async () => {
  const { user, at } = await renderConsole({ path: '/member?q=ใจดี' });
  const found = await screen.findByRole('region', { name: 'Members found' });
  expect(within(found).getByText(/It may be somebody else/)).toBeVisible();
  expect(
    within(found)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/member/m81', '/member/m82', '/member/m77']);
  expect(within(found).getByText('081-xxx-4567')).toBeVisible();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('j{Enter}');
  await heading('ใจดี88');
  expect(at()).toBe('/member/m82');
});

test('nobody found says what to try', async () => {
  await renderConsole({ path: '/member?q=0900000001' });
  expect(await screen.findByText('No member found')).toBeVisible();
});

test('the palette searches members by what is typed', async () => {
  const asked: (string | null)[] = [];
  const finds = on('get', '/api/member/search', ({ query }) => {
    asked.push(query.get('q'));
    return { by: 'id' as const, items: [{ member: makeMember(), holder: 'x', match: 'same' as const }] };
  });
  const { user } = await renderConsole({ path: '/proposals', handlers: [finds] });
  await heading('Approvals');
  await user.keyboard('/');
  await user.type(await screen.findByRole('combobox'), '081-234{Enter}');
  await heading('สมหญิง ใจดี');
  expect(asked).toEqual(['081-234']);
});

test('the page says where the money is: what has not ended, why, and where it is decided', async () => {
  await renderConsole({ path: '/member/m81' });
  await heading('สมหญิง ใจดี');
  const way = within(screen.getByRole('region', { name: 'Under way' }));
  expect(way.getByText('First withdrawal · Its deposits are not played')).toBeVisible();
  expect(way.getByRole('link', { name: 'kp8f3m2q7x1w9ta' })).toHaveAttribute(
    'href',
    '/queue/withdrawal/kp8f3m2q7x1w9ta',
  );
  expect(way.getByText('The game’s answer is awaited')).toBeVisible();
  expect(rowOf('Wallet')).toHaveTextContent('฿3,240.50');
  expect(rowOf('Held')).toHaveTextContent('฿900.00');
  expect(screen.getByText('0812344567')).toBeVisible();
  expect(screen.getByText('Being checked for', { exact: false })).toBeVisible();
});

test('a proposal leads to approvals, and what nobody knows yet has no amount', async () => {
  const shown = makeShown({
    underWay: [
      makeUnderWay({ what: 'proposal', reference: 'p1', why: ['member.close'] }),
      makeUnderWay({ what: 'truelink', amount: 0, waits: false, why: [], state: 'IN_PROGRESS', due: null }),
    ],
  });
  await renderConsole({ path: '/member/m81', handlers: [shows(shown)] });
  expect(await screen.findByRole('link', { name: 'p1' })).toHaveAttribute('href', '/proposals/p1');
  expect(screen.getByText('Amount not known yet')).toBeVisible();
  expect(screen.getByText('The bank’s answer is awaited')).toBeVisible();
});

test('a break asks for how long and why, and names what was seen', async () => {
  const sent: unknown[] = [];
  const breaks = on('post', '/api/member/{id}/break', ({ body, params, request }) => {
    sent.push([params.id, body, Boolean(request.headers.get('Idempotency-Key'))]);
    return { message: 'SUCCESS' as const, says: 'shut out', facts: [], subject: 'm81' };
  });
  const { user } = await renderConsole({ path: '/member/m81', handlers: [breaks] });
  await heading('สมหญิง ใจดี');
  await user.keyboard('b');
  const dialog = within(await screen.findByRole('dialog', { name: 'Break' }));
  await user.clear(dialog.getByLabelText('Days'));
  await user.type(dialog.getByLabelText('Days'), '43');
  await user.type(dialog.getByLabelText('Your reason'), 'asked by phone');
  await user.click(dialog.getByRole('button', { name: 'Break' }));
  expect(dialog.getByText('From 1 to 42')).toBeVisible();
  await user.clear(dialog.getByLabelText('Days'));
  await user.type(dialog.getByLabelText('Days'), '7');
  await user.click(dialog.getByRole('button', { name: 'Break' }));
  expect(await screen.findByText('Break: done')).toBeVisible();
  expect(sent).toEqual([['m81', { reason: 'asked by phone', days: 7, seen: 'd1' }, true]]);
});

test('a flag says why it was set, is set by its code, and ended', async () => {
  const sent: unknown[] = [];
  const sets = on('post', '/api/member/{id}/flag', ({ body }) => {
    sent.push(body);
    return { message: 'SUCCESS' as const, says: 'marked', facts: [], subject: 'm81' };
  });
  const { user } = await renderConsole({ path: '/member/m81', handlers: [sets] });
  await heading('สมหญิง ใจดี');
  const flags = within(await screen.findByRole('region', { name: 'Flags' }));
  expect(await flags.findByText('ใช้เครื่องเดียวกับสมาชิกอีกสามคน')).toBeVisible();
  await user.keyboard('f');
  const dialog = within(await screen.findByRole('dialog', { name: 'Flag' }));
  await user.selectOptions(dialog.getByLabelText('What it says'), 'watch');
  await user.type(dialog.getByLabelText('Your reason'), 'three accounts{Enter}');
  expect(await screen.findByText('Flag: done')).toBeVisible();
  expect(sent).toEqual([{ reason: 'three accounts', code: 'watch', seen: 'd1' }]);
  await user.click(flags.getByRole('button', { name: 'End the flag' }));
  await user.type(await screen.findByLabelText('Your reason'), 'a family{Enter}');
  await waitFor(() => expect(flags.queryByText('ใช้เครื่องเดียวกับสมาชิกอีกสามคน')).not.toBeInTheDocument());
});

test('a password for one login is confirmed, shown once, and gone with its dialog', async () => {
  const { user } = await renderConsole({ path: '/member/m81' });
  await user.click(await screen.findByRole('button', { name: 'One-time password' }));
  await user.type(await screen.findByLabelText('Your reason'), 'lost its phone{Tab}');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'One-time password' }));
  await user.type(await screen.findByLabelText('Six digits from your app'), '123456');
  expect(await screen.findByText('k7m2xq9wt4ba')).toBeVisible();
  expect(screen.getByText(/It is shown once/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('k7m2xq9wt4ba')).not.toBeInTheDocument());
});

test('things have changed: nothing happened, and the page shows how they are', async () => {
  const shown = makeShown();
  const changed = on('post', '/api/member/{id}/deactivate', () => {
    shown.member.state = 'deactivated';
    throw refuse(409, 'STATE_CHANGED');
  });
  const { user } = await renderConsole({ path: '/member/m81', handlers: [changed, shows(shown)] });
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Your reason'), 'asked by mail');
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  expect(await dialog.findByText(/Things have changed/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Deactivated')).toBeVisible();
});

test('an auditor reads all and has no buttons', async () => {
  const auditor = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'auditor' } }));
  await renderConsole({ path: '/member/m81', handlers: [auditor, shows(makeShown({ may: [] }))] });
  await heading('สมหญิง ใจดี');
  expect(screen.queryByRole('group', { name: 'What you may do' })).not.toBeInTheDocument();
});

test('a game says what was won there less what was lost, once it was read', async () => {
  await renderConsole({ path: '/member/m81' });
  const games = within(await screen.findByRole('region', { name: 'Game accounts' }));
  expect(games.getByText('Won less lost -฿2,484.25')).toBeVisible();
  expect(games.getAllByText(/Won less lost/)).toHaveLength(1);
});

test('nothing under way, no games, shut out: the page says so', async () => {
  const shown = makeShown({
    member: makeMember({ state: 'shut out' }),
    underWay: [],
    games: [],
    playing: { shutOut: true, until: '2026-12-24T05:00:00.000Z', comingHome: true },
  });
  await renderConsole({ path: '/member/m81', handlers: [shows(shown)] });
  expect(await screen.findByText('Nothing is under way')).toBeVisible();
  expect(screen.getByText('No game account yet')).toBeVisible();
  expect(screen.getByText('24/12/2026 12:00:00')).toBeVisible();
  expect(screen.getByText('Its money in games is coming home')).toBeVisible();
});

test('a member that is not there leads to the search; what fails can be tried again', async () => {
  const first = await renderConsole({ path: '/member/nobody' });
  await heading('There is no such member');
  expect(screen.getByRole('link', { name: 'Find a member' })).toHaveAttribute('href', '/member');
  first.unmount();
  let tries = 0;
  const fails = on('get', '/api/member/{id}', () => {
    tries += 1;
    if (tries === 1) throw refuse(403, 'OPERATOR_WAITS');
    return makeShown();
  });
  const { user } = await renderConsole({ path: '/member/m81', handlers: [fails] });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await heading('สมหญิง ใจดี');
});

test('an approval leads to its member', async () => {
  await renderConsole({ path: '/proposals/p1' });
  expect(await screen.findByRole('link', { name: /สมหญิง ใจดี · 081-xxx-4567/ })).toHaveAttribute('href', '/member/m81');
});

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

test('the statement has both sides, signed by the wallet, and is narrowed by a kind in the address', async () => {
  const { user, at } = await renderConsole({ path: '/member/m81' });
  await user.click(await screen.findByRole('link', { name: 'Statement' }));
  const statement = await panel('Statement');
  const rows = (await statement.findAllByRole('listitem')).map((row) => row.textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^WithdrawalIn progress-฿12,500\.00.*Wallet → SCB.*Wallet after it: ฿3,240\.50/),
    expect.stringMatching(/^Into a game-฿500\.00.*Wallet → joker/),
    expect.stringMatching(/^Result of a game฿515\.75.*result:joker → game:joker:kpj1m81x9q/),
    expect.stringMatching(/^Out of a gameDid not happen฿200\.00.*pg → Wallet.*The provider refused itnothing moved$/),
    expect.stringMatching(/^Deposit฿16,240\.50.*KBANK → Wallet.*BTF07233$/),
  ]);
  await user.click(within(screen.getByRole('navigation', { name: 'Kinds' })).getByRole('link', { name: 'Deposit' }));
  expect(at()).toBe('/member/m81/statement?kind=deposit');
  await waitFor(() => expect(statement.getAllByRole('listitem').length).toBe(1));
});

test('a list goes on page by page', async () => {
  const pages = on('get', '/api/member/{id}/statement', ({ query }) => ({
    items: [makeMoved({ reference: query.get('after') || 'first' })],
    next: query.get('after') ? null : 'second',
    asOf: '2026-11-27T04:00:00.000Z',
    from: 'primary' as const,
  }));
  const { user } = await renderConsole({ path: '/member/m81/statement', handlers: [pages] });
  await screen.findByText('first');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('second');
  expect(screen.getByText('first')).toBeVisible();
});

test('one session is ended with a reason', async () => {
  const ended: unknown[] = [];
  const ends = on('delete', '/api/member/{id}/session/{session}', ({ params, body, request }) => {
    ended.push([params.id, params.session, body, Boolean(request.headers.get('Idempotency-Key'))]);
    return { message: 'SUCCESS' as const, says: 'ended', facts: [], subject: 'm81' };
  });
  const { user } = await renderConsole({ path: '/member/m81/login', handlers: [ends] });
  await user.click(await (await panel('Sessions')).findByRole('button', { name: 'Log out' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out' }));
  await user.type(dialog.getByLabelText('Your reason'), 'a lost phone');
  await user.click(dialog.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('Log out: done')).toBeVisible();
  expect(ended).toEqual([['m81', 'se1', { reason: 'a lost phone', seen: 'd1' }, true]]);
});

test('limits, conditions, coupons, slips, links and what operators did are a press away', async () => {
  const { user } = await renderConsole({ path: '/member/m81/login' });
  expect(await (await panel('Limits')).findByText('Left: ฿3,759.50')).toBeVisible();
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of the member' }));
  const show = (name: string) => user.click(tabs.getByRole('link', { name }));
  await show('Bonuses');
  expect(await (await panel('Conditions of bonuses')).findByText('Sent back: ฿120.50')).toBeVisible();
  expect(await (await panel('Coupons to claim')).findByText('CASH50')).toBeVisible();
  await show('Slips');
  expect(await (await panel('Slips')).findByText('The payer is not the registered account')).toBeVisible();
  await show('Linked members');
  const [byName, byDevice] = await (await panel('Linked members')).findAllByRole('link', { name: /ใจดี88/ });
  expect(byName).toHaveAttribute('href', '/member/m82');
  expect(byDevice?.closest('li')).toHaveTextContent('Since');
  await show('Audit log');
  expect(await (await panel('Audit log')).findByText('Unlock a member')).toBeVisible();
});

test('a note is written and pinned, and an own one deleted', async () => {
  const { user } = await renderConsole({ path: '/member/m81/notes' });
  const notes = await panel('Notes');
  await notes.findByText(/โทรหลัง 18:00/);
  expect(notes.getAllByRole('button', { name: 'Delete' }).length).toBe(1);
  expect(screen.getByRole('button', { name: 'Note it' })).toBeDisabled();
  await user.type(screen.getByLabelText('A note for your colleagues'), 'Asks for a call back');
  await user.click(screen.getByLabelText('Keep it at the top'));
  await user.click(screen.getByRole('button', { name: 'Note it' }));
  const first = (await notes.findByText('Asks for a call back')).closest('li') as HTMLElement;
  expect(within(first).getByText('Pinned')).toBeVisible();
  expect(screen.getByLabelText('A note for your colleagues')).toHaveValue('');
  await user.click(within(first).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(notes.queryByText('Asks for a call back')).not.toBeInTheDocument());
});

test('an auditor reads notes and writes none', async () => {
  const auditor = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'auditor' } }));
  await renderConsole({ path: '/member/m81/notes', handlers: [auditor] });
  await (await panel('Notes')).findByText(/โทรหลัง 18:00/);
  expect(screen.queryByRole('button', { name: 'Note it' })).not.toBeInTheDocument();
});

test('a list is taken as a file, as it is narrowed', async () => {
  const asked: string[] = [];
  const file = http.get('*/api/member/m81/statement', ({ request }) => {
    const { searchParams } = new URL(request.url);
    if (searchParams.get('format') !== 'csv') return;
    asked.push(searchParams.toString());
    return new HttpResponse('at', {
      headers: { 'Content-Disposition': 'attachment; filename="member-statement.csv"' },
    });
  });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  const { user } = await renderConsole({ path: '/member/m81/statement?kind=deposit', handlers: [file] });
  await panel('Statement');
  await user.click(screen.getByRole('button', { name: 'CSV file' }));
  await waitFor(() => expect(asked).toEqual(['kind=deposit&format=csv']));
  expect(screen.getByRole('link', { name: 'kp1a6z8x3c5v7ba' })).toHaveAttribute(
    'href',
    '/money/transfer/kp1a6z8x3c5v7ba',
  );
});

test('a copy of what is kept is asked for in a language, and its links are shown', async () => {
  const sent: unknown[] = [];
  const asks = on('post', '/api/member/{id}/export', ({ params, body }) => {
    sent.push([params.id, body]);
    return {
      message: 'SUCCESS' as const,
      says: '',
      facts: [],
      subject: 'm81',
      data: '/export/x/data.json',
      page: '/export/x/page.html',
      until: '2026-11-22T05:05:00.000Z',
    };
  });
  const { user } = await renderConsole({ path: '/member/m81', handlers: [asks] });
  await heading('สมหญิง ใจดี');
  await user.keyboard('p');
  const dialog = within(await screen.findByRole('dialog', { name: 'Export its data' }));
  await user.selectOptions(dialog.getByLabelText('Language of the page'), 'lo');
  await user.type(dialog.getByLabelText('Your reason'), 'it asked in the chat{Enter}');
  expect(await screen.findByRole('link', { name: 'Page to read' })).toHaveAttribute('href', '/export/x/page.html');
  expect(screen.getByRole('link', { name: 'JSON file' })).toHaveAttribute('href', '/export/x/data.json');
  expect(sent).toEqual([['m81', { reason: 'it asked in the chat', language: 'lo', seen: 'd1' }]]);
});

test('an erasure needs the member’s request, and the page says who wants it', async () => {
  const closed = makeShown({
    member: makeMember({ state: 'closed' }),
    may: ['exportMember', 'eraseMember'],
    underWay: [],
  });
  const { user } = await renderConsole({ path: '/member/m81', handlers: [shows(closed)], inbox: [] });
  await heading('สมหญิง ใจดี');
  await user.keyboard('z');
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase' }));
  await user.type(dialog.getByLabelText('Your reason'), 'it asked for it{Enter}');
  expect(dialog.getByText('Fill this in')).toBeVisible();
  await user.type(dialog.getByLabelText('What you looked at'), 'its letter of today{Enter}');
  expect(await screen.findByText('somchai.p wants it; another person decides.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See it, and stop it' })).toHaveAttribute('href', '/proposals/e9');
});

test('the games of a member: what it has and won there, what differs, and its coins', async () => {
  await renderConsole({ path: '/member/m81/games' });
  expect(await (await panel('Accounts at providers')).findByText(/^Won less lost .*3,180\.00$/)).toBeVisible();
  const cases = await panel('Cases with providers');
  expect(await cases.findByRole('link', { name: 'joker · 2026-11-21' })).toHaveAttribute('href', '/queue/case/9');
  expect(cases.getByText('The provider does not have it')).toBeVisible();
  const coins = await panel('Coins of the wheel');
  expect(await coins.findByText('4 wait for play')).toBeVisible();
  expect(coins.getByText('10 coins')).toBeVisible();
});

test('a limit of the house and a corrected name are sent as they are, an empty amount as none', async () => {
  const sent: unknown[] = [];
  const done = { message: 'SUCCESS' as const, says: 'set', facts: [], subject: 'm81' };
  const limits = on('put', '/api/member/{id}/limit', ({ body }) => {
    sent.push(body);
    return done;
  });
  const names = on('put', '/api/member/{id}/name', ({ body }) => {
    sent.push(body);
    return { ...done, message: 'PROPOSED' as const };
  });
  const shown = makeShown({ may: ['limitMember', 'renameMember'] });
  const { user } = await renderConsole({ path: '/member/m81', handlers: [shows(shown), limits, names] });
  await heading('สมหญิง ใจดี');
  await user.keyboard('l');
  const limit = within(await screen.findByRole('dialog', { name: 'Set a limit' }));
  await user.selectOptions(limit.getByLabelText('Of what'), 'loss');
  await user.selectOptions(limit.getByLabelText('Period'), 'week');
  await user.type(limit.getByLabelText('Your reason'), 'asked for it{Enter}');
  expect(await screen.findByText('Set a limit: done')).toBeVisible();
  await user.keyboard('n');
  const name = within(await screen.findByRole('dialog', { name: 'Correct the name' }));
  expect(name.getByText('The member’s papers, or its bank’s')).toBeVisible();
  await user.type(name.getByLabelText('Account name (optional)'), 'SOMYING JAIDEE');
  await user.type(name.getByLabelText('What you looked at'), 'its ID card');
  await user.type(name.getByLabelText('Your reason'), 'misspelt{Enter}');
  expect(await screen.findByText('Correct the name: another person decides')).toBeVisible();
  expect(sent).toEqual([
    { amount: null, kind: 'loss', period: 'week', reason: 'asked for it', seen: shown.state },
    { holder: 'SOMYING JAIDEE', evidence: 'its ID card', reason: 'misspelt', seen: shown.state },
  ]);
});

test('an active condition is ended by two, where the server allows it', async () => {
  const sent: unknown[] = [];
  const ends = on('post', '/api/member/{id}/condition/{condition}/end', ({ body, params }) => {
    sent.push([params.id, params.condition, body]);
    return { message: 'PROPOSED' as const, says: 'ends', facts: [], subject: 'm81 c1' };
  });
  const shown = makeShown({ may: ['endMemberCondition'] });
  const { user } = await renderConsole({ path: '/member/m81', handlers: [shows(shown), ends] });
  await user.click(await screen.findByRole('button', { name: 'End the condition' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End the condition' }));
  expect(dialog.getByText('Another person has to agree')).toBeVisible();
  await user.type(dialog.getByLabelText('What you looked at'), 'its message');
  await user.type(dialog.getByLabelText('Your reason'), 'asked for it{Enter}');
  expect(await screen.findByText('End the condition: another person decides')).toBeVisible();
  expect(sent).toEqual([['m81', 'c1', { evidence: 'its message', reason: 'asked for it', seen: shown.state }]]);
});

test('its chat says whether it waits and what was said last, and leads to the desk', async () => {
  const { user, at } = await renderConsole({
    path: '/member/m81/chats',
    chats: [makeConversation(), makeConversation({ id: 'C9', member: makeMember({ id: 'm77' }) })],
  });
  const row = (await screen.findByText('Waits for an answer')).closest('li') as HTMLElement;
  expect(row).toHaveTextContent('2 unread');
  expect(row).toHaveTextContent('ฝากเงินไปแล้วค่ะ ยังไม่เข้าเลย');
  await user.click(within(row).getByRole('link'));
  await screen.findByRole('log', { name: 'Messages' });
  expect(at()).toBe('/chat/C1');
});

test('a page without a chat of its is read on from', async () => {
  let pages = 0;
  const far = on('get', '/api/chat', ({ query }) => ({
    items: query.get('after') === 'c2' ? [makeConversation()] : [],
    next: pages++ === 0 ? 'c2' : null,
    asOf: new Date().toISOString(),
    from: 'primary' as const,
  }));
  const { user } = await renderConsole({ path: '/member/m81/chats', handlers: [far] });
  expect(await screen.findByText('Nothing fits in what was read so far')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Waits for an answer')).toBeVisible();
});

test('a member who never wrote has an empty chat', async () => {
  await renderConsole({ path: '/member/m81/chats', chats: [] });
  expect(await screen.findByText('It has never written')).toBeVisible();
});

test('keys alone go through the lists of a tab as through one, and Enter opens a row', async () => {
  const { user, at } = await renderConsole({ path: '/member/m81/games' });
  await screen.findByRole('heading', { name: 'Cases with providers' });
  await screen.findByRole('heading', { name: 'Coins of the wheel' });
  const list = (name: string) => within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);
  const games = await list('Accounts at providers').findAllByRole('listitem');
  const cases = await list('Cases with providers').findAllByRole('listitem');
  await user.keyboard('j');
  expect(games[0]).toHaveFocus();
  await user.keyboard('{Enter}'); // it has no page
  expect(at()).toBe('/member/m81/games');
  await user.keyboard('jk');
  expect(games[0]).toHaveFocus();
  for (const _ of games) await user.keyboard('j');
  expect(cases[0]).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(at()).toMatch(/^\/queue\/case\//);
});

test('the statement is narrowed to an account, an amount and days of the house, beside its kind', async () => {
  const asked: string[] = [];
  const rows = on('get', '/api/member/{id}/statement', ({ query }) => {
    asked.push(query.toString());
    return { items: [makeMoved()], next: null, asOf: new Date().toISOString(), from: 'primary' as const };
  });
  const { user, at } = await renderConsole({ path: '/member/m81/statement?kind=withdraw', handlers: [rows] });
  await user.selectOptions(await screen.findByLabelText('Account'), 'joker · kpj1m81x9q');
  await user.type(screen.getByLabelText('Over (baht)'), '500');
  await user.type(screen.getByLabelText('From the day'), '2026-11-20');
  await user.type(screen.getByLabelText('To the day'), '2026-11-21');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(Object.fromEntries(new URLSearchParams(asked[1]))).toEqual({
    kind: 'withdraw',
    account: 'game:joker:kpj1m81x9q',
    over: '500',
    from: '2026-11-19T17:00:00.000Z',
    to: '2026-11-21T17:00:00.000Z',
  });
  await user.click(screen.getByRole('link', { name: 'All' }));
  expect(at()).toContain('over=500');
  expect(at()).not.toContain('kind=');
});
