import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { api, unwrap } from '@/console/api/client';
import { makeHandlers } from '@/console/testing/all-handlers';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';
import { putDraft, readDrafts } from './draft-calls';
import { forgetEdits } from './edits';

beforeEach(forgetEdits);

const title = (name: string) => screen.findByRole('heading', { name, level: 2 });
const whole = () => screen.getByLabelText<HTMLTextAreaElement>('The whole section (JSON)');
const changes = () => screen.findByRole('region', { name: 'What changes' });

/** Replaces what stands in the section's text. */
async function rewrite(user: UserEvent, from: string, to: string) {
  const json = screen.queryByRole('radio', { name: 'JSON' });
  if (json) await user.click(json);
  const now = whole().value;
  expect(now).toContain(from);
  await user.clear(whole());
  await user.click(whole());
  await user.paste(now.replace(from, to));
}

async function confirm(user: UserEvent) {
  await user.type(await screen.findByLabelText('Six digits from your app'), '123456');
}

test('sections are listed with what waits of them', async () => {
  await renderConsole({ path: '/offer' });
  const offers = await screen.findByRole('region', { name: 'Offers' });
  expect(await within(offers).findByRole('link', { name: /Bonuses.*proposed/ })).toBeVisible();
  expect(within(offers).getByRole('link', { name: /Promotions.*not set/ })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Others' })).toBeNull();
});

test('a change is checked and kept while it is typed, and proposed as it was seen', async () => {
  const { user } = await renderConsole({ path: '/offer/withdraw' });
  await title('Limits of withdrawals');
  expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull();
  await rewrite(user, '"minimum": 100', '"minimum": 200');
  const shown = await changes();
  expect(await within(shown).findByText('withdraw.minimum')).toBeVisible();
  expect(await screen.findByText('Draft kept')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^Propose/ }));
  await user.type(screen.getByLabelText('Your reason'), 'small ones cost too much{Enter}');
  await confirm(user);
  await waitFor(() => expect(whole().value).toContain('"minimum": 100'));
  const { items } = await readDrafts();
  expect(items.find(({ section }) => section === 'withdraw')?.proposal?.state).toBe('open');
});

test('a new page goes on with the draft, also with what can’t be read yet', async () => {
  const house = makeHandlers();
  const first = await renderConsole({ path: '/offer/withdraw', handlers: house });
  await title('Limits of withdrawals');
  await rewrite(first.user, '"minimum": 100,', '"minimum": 2');
  expect(await screen.findByText('Draft kept')).toBeVisible();
  first.unmount();
  forgetEdits();
  await renderConsole({ path: '/offer/withdraw', handlers: house });
  await title('Limits of withdrawals');
  expect(whole().value).toContain('"minimum": 2\n');
  expect(screen.getByText(/^This can’t be read/)).toBeVisible();
});

test('what another device has kept is not overwritten, and what is here is not lost', async () => {
  const house = makeHandlers();
  const { user } = await renderConsole({ path: '/offer/withdraw', handlers: house });
  await title('Limits of withdrawals');
  await rewrite(user, '"minimum": 100', '"minimum": 300');
  expect(await screen.findByText('Draft kept')).toBeVisible();
  const { items } = await readDrafts();
  const mine = items.find(({ section }) => section === 'withdraw');
  if (!mine) throw new Error('it is kept');
  const { id, revision } = mine;
  await putDraft('withdraw', { id, revision, state: 'state-withdraw', body: { minimum: 999 } });
  await rewrite(user, '"minimum": 300', '"minimum": 400');
  expect(await screen.findByText('This draft was changed on another device')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keep what is here' }));
  expect(await screen.findByText('Draft kept')).toBeVisible();
  const kept = await unwrap(api.GET('/api/content-draft/{id}', { params: { path: { id: mine.id } } }));
  expect(kept.body).toMatchObject({ minimum: 400 });
});

test('another operator’s draft is seen, and proposed by whoever may', async () => {
  const sent: unknown[] = [];
  const propose = on('post', '/api/content-draft/{id}/propose', ({ body, params }) => {
    sent.push([params.id, body]);
    return { message: 'PROPOSED' as const, says: '', facts: [], subject: 'info' };
  });
  const { user, at } = await renderConsole({ path: '/offer/info', handlers: [propose] });
  await title('The site’s name');
  expect(await screen.findByText('malee.k is changing this')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'See the draft' }));
  expect(at()).toBe('/offer/info/draft?id=draft-info');
  const shown = await screen.findByRole('list', { name: 'What changes' });
  expect(shown).toHaveTextContent('Krapao Club');
  await user.click(screen.getByRole('button', { name: /^Propose/ }));
  await user.type(screen.getByLabelText('Your reason'), 'as she says{Enter}');
  await waitFor(() => expect(sent).toEqual([['draft-info', { reason: 'as she says', seen: 'draft-state-4' }]]));
});

test('fields are checked while they are typed: what is wrong is said at its field, and in its list', async () => {
  const { user } = await renderConsole({ path: '/offer/bonus' });
  await title('Bonuses');
  const entry = screen.getByRole('button', { name: /^WELCOME100/ });
  await user.click(entry);
  const cap = screen.getByLabelText('At most (baht)');
  expect(cap).toHaveValue('1000');
  await user.clear(cap);
  await user.type(cap, '-5');
  await waitFor(() => expect(cap).toHaveAccessibleDescription('it is not a positive amount of baht'));
  expect(entry).toHaveTextContent('1 to correct');
  await user.clear(cap);
  await user.type(cap, '2,500.5');
  expect(await within(await changes()).findByText('2500.5')).toBeVisible();
  expect(entry).not.toHaveTextContent('1 to correct');
  // What is left empty has the product's own value: it is not in the document.
  await user.clear(screen.getByLabelText('Target (% of the base)'));
  expect(await within(await changes()).findByText('bonus.bonuses.WELCOME100.percentSuccess')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  expect(whole().value).not.toMatch(/"percentSuccess": 300/);
});

test('entries of a list are added, moved and removed, and account numbers are masked in it', async () => {
  const { user } = await renderConsole({ path: '/offer/depositAccounts' });
  await title('Deposit accounts');
  expect(screen.getByRole('button', { name: /^SCB-AUTO/ })).toHaveTextContent('xxx-x-x3456');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await user.type(screen.getByLabelText('Code'), 'KTB');
  await user.click(screen.getByRole('button', { name: 'Move KTB up' }));
  const rows = within(screen.getByRole('region', { name: 'Entries' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows[0]).toMatch(/^KTB/);
  await user.click(screen.getByRole('button', { name: 'Remove SCB-AUTO' }));
  expect(await within(await changes()).findByText('depositAccounts.SCB-AUTO')).toBeVisible();
});

test('what is wrong says where, and keeps it from being proposed', async () => {
  const { user } = await renderConsole({ path: '/offer/withdraw' });
  await title('Limits of withdrawals');
  await rewrite(user, '"minimum": 100', '"minimum": -1');
  expect(await within(await changes()).findByRole('alert')).toHaveTextContent(/withdraw\.minimum is refused/);
  expect(screen.getByRole('contentinfo')).toHaveTextContent('1 to correct before it can be proposed');
  await rewrite(user, '"minimum": -1,', '"minimum": -1');
  expect(await screen.findByText(/^This can’t be read/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'What changes' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Throw the edit away' }));
  await waitFor(() => expect(whole().value).toContain('"minimum": 100'));
});

test('an edit stays while another section is looked at, and is marked in the list', async () => {
  const { user } = await renderConsole({ path: '/offer/withdraw' });
  await title('Limits of withdrawals');
  await rewrite(user, '"minimum": 100', '"minimum": 300');
  await user.click(screen.getByRole('link', { name: /^The site’s name/ }));
  await title('The site’s name');
  await user.click(screen.getByRole('link', { name: /^Limits of withdrawals.*edited/ }));
  await title('Limits of withdrawals');
  expect(whole().value).toContain('"minimum": 300');
});

test('what somebody else has put into force meanwhile is seen before anything is proposed', async () => {
  let minimum = 100;
  const section = on('get', '/api/content/{section}', () => ({
    section: 'withdraw',
    set: true,
    version: 1,
    since: '2026-11-27T05:00:00.000Z',
    by: null,
    second: null,
    state: `state-${minimum}`,
    needs: 'chief' as const,
    may: ['proposeContent'],
    body: { minimum, maximum: 500 },
  }));
  const propose = on('post', '/api/content-draft/{id}/propose', () => {
    throw new Error('nothing is sent');
  });
  const { user } = await renderConsole({ path: '/offer/withdraw', handlers: [section, propose] });
  await title('Limits of withdrawals');
  await rewrite(user, '"maximum": 500', '"maximum": 900');
  await screen.findByRole('button', { name: /^Propose/ });
  minimum = 50;
  window.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('This has changed since you began')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Begin again from what is in force' }));
  await waitFor(() => expect(screen.queryByText('This has changed since you began')).toBeNull());
  expect(whole().value).toContain('"minimum": 50');
});

test('a former version says what it changed, and is returned to by two', async () => {
  const sent: unknown[] = [];
  const back = on('post', '/api/content/{section}/roll-back', ({ body, request }) => {
    sent.push(body);
    return { message: 'PROPOSED' as const, says: String(request.method), facts: [], subject: 'bonus' };
  });
  const { user, at } = await renderConsole({ path: '/offer/bonus/history', handlers: [back] });
  await title('Bonuses');
  expect(await screen.findByText('It is as what is in force')).toBeVisible();
  await user.click(await screen.findByRole('link', { name: /^Version 2/ }));
  expect(at()).toBe('/offer/bonus/history?version=2');
  const back500 = await screen.findByRole('list', { name: 'What returning to it would change now' });
  expect(back500).toHaveTextContent('bonus.bonuses.WELCOME100.capBefore: 1000After: 500');
  await user.click(screen.getByRole('button', { name: /^Return to this version/ }));
  await user.type(screen.getByLabelText('Your reason'), 'it cost too much{Enter}');
  await waitFor(() => expect(sent).toEqual([{ reason: 'it cost too much', seen: 'state-bonus', version: 2 }]));
});

test('a document is imported: checked first, and proposed as a whole after a confirmation', async () => {
  const { user } = await renderConsole({ path: '/offer/import' });
  await title('Import JSON');
  const file = (name: string, value: unknown) =>
    new File([typeof value === 'string' ? value : JSON.stringify(value)], name, { type: 'application/json' });
  const input = screen.getByLabelText('Files (several are possible)');
  await user.upload(input, file('broken.json', '{'));
  expect(await screen.findByText(/^This can’t be read: broken.json/)).toBeVisible();
  await user.upload(input, file('odd.json', { campaigns: [] }));
  expect(await within(await changes()).findByRole('alert')).toHaveTextContent('campaigns there is no such section');
  const info = { info: { name: 'Krapao', website: 'https://krapao.example' } };
  await user.upload(input, [file('a.json', info), file('b.json', { withdraw: { minimum: 20 } })]);
  expect(await within(await changes()).findByText('withdraw.dayRequests')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^Propose/ }));
  await user.type(screen.getByLabelText('Your reason'), 'as agreed on the 20th{Enter}');
  await confirm(user);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'What changes' })).toBeNull());
});

test('campaigns say what each cost and brought, and one person closes one at once', async () => {
  const sent: unknown[] = [];
  const close = on('post', '/api/content/{section}/close', ({ body, params, request }) => {
    sent.push([params.section, body, Boolean(request.headers.get('Idempotency-Key'))]);
    return { message: 'SUCCESS' as const, says: '', facts: [], subject: 'bonus/WELCOME100' };
  });
  const { user } = await renderConsole({ path: '/offer/campaigns', handlers: [close] });
  const welcome = within(await screen.findByRole('article', { name: 'WELCOME100' }));
  expect(welcome.getByText('฿142,300.00 of ฿500,000.00')).toBeVisible();
  expect(welcome.getByText('฿41,300.00')).toBeVisible();
  const closed = within(screen.getByRole('article', { name: 'SONGKRAN' }));
  expect(closed.queryByRole('button', { name: 'Close at once' })).toBeNull();
  await user.click(welcome.getByRole('button', { name: 'Close at once' }));
  await user.type(screen.getByLabelText('Your reason'), 'it is abused{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual(['bonus', { reason: 'it is abused', code: 'WELCOME100' }, true]);
});

test('the wheel shows the odds of each slice, and what a thousand draws cost', async () => {
  await renderConsole({ path: '/offer/wheels' });
  const table = within(await screen.findByRole('article', { name: 'Version 2' }));
  expect(table.getByText('฿4,750.00 and 0 coins')).toBeVisible();
  expect(table.getByText(/^70\.00 % · drawn 286/)).toBeVisible();
});

test('a game, or all of a provider, is closed at once by one person', async () => {
  const sent: unknown[] = [];
  const close = on('post', '/api/content/{section}/close', ({ body, params }) => {
    sent.push([params.section, body]);
    return { message: 'SUCCESS' as const, says: '', facts: [], subject: 'games/joker' };
  });
  const { user } = await renderConsole({ path: '/offer/games', handlers: [close] });
  await user.click(await screen.findByText('Close something at once'));
  await user.click(screen.getAllByRole('button', { name: /^Close at once: / })[0] as HTMLElement);
  await user.type(screen.getByLabelText('Your reason'), 'it does not answer{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual(['games', { reason: 'it does not answer', code: expect.any(String) as unknown }]);
});

test('a budget is set by two, beside the section that sets it once', async () => {
  const sent: unknown[] = [];
  const set = on('put', '/api/budget/{account}', ({ body, params }) => {
    sent.push([params.account, body]);
    return { message: 'PROPOSED' as const, says: '', facts: [], subject: 'house:bonus' };
  });
  const { user } = await renderConsole({ path: '/offer/budgets', handlers: [set] });
  const budgets = within(await screen.findByRole('region', { name: 'What each account may still pay' }));
  await user.click((await budgets.findAllByRole('button', { name: /^Set the budget: house:bonus/ }))[0] as HTMLElement);
  await user.type(budgets.getByRole('textbox', { name: 'Left (baht)' }), '250,000');
  await user.type(budgets.getByLabelText('Your reason'), 'the offers of December{Enter}');
  await waitFor(() => expect(sent).toEqual([['house:bonus', { reason: 'the offers of December', left: 250000 }]]));
});

test('a picture of a banner is uploaded, and shown', async () => {
  const { user } = await renderConsole({ path: '/offer/contact' });
  await user.click(await screen.findByRole('radio', { name: 'Form' }));
  const file = new File(['picture'], 'qr.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('LINE QR (picture): Upload'), file);
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'LINE QR (picture)' })).toHaveValue('/picture/0123456789abcdef'),
  );
  expect(document.querySelector('img[src="/picture/0123456789abcdef"]')).toBeVisible();
});
