import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ListedCase, ListedHolder, ListedLine } from '@/console/api/contract';
import { loadTexts, setLocale } from '@/console/i18n';
import { makeMember } from '@/console/testing/fixtures';
import { CASES, LINES } from '@/console/testing/past-fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';
import { LISTS } from './lists';

const table = (name: string) => screen.findByRole('table', { name });
const PAIR: ListedHolder = {
  id: 'H1',
  member: makeMember(),
  other: makeMember({ id: 'm82' }),
  state: 'open',
  note: '',
  foundAt: '2026-11-21T05:00:00.000Z',
  decidedBy: '',
  decidedAt: null,
  due: null,
};
const REVIEWED = '/past/withdrawal/withdrawal/kp8f3m2q7x1w9ta?state=review';

// Only rows in sight are in the page, and this page has no layout: its rows are opened by keys.
test('history: a list is narrowed by its address, opens what it lists, and is where it was on the way back', async () => {
  const { user, at } = await renderConsole({ path: '/past' });
  await waitFor(() => expect(at()).toBe('/past/withdrawal'));
  expect(await table('Withdrawals')).toHaveAttribute('aria-rowcount', '4');
  await user.selectOptions(screen.getByLabelText('State'), 'review');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(at()).toBe('/past/withdrawal?state=review'));
  await waitFor(async () => expect(await table('Withdrawals')).toHaveAttribute('aria-rowcount', '2'));
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('j{Enter}');
  await waitFor(() => expect(at()).toBe(REVIEWED));
  expect(await screen.findByRole('heading', { name: 'Withdrawal' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(at()).toBe('/past/withdrawal?state=review'));
});

test('history: who comes by a link goes back to the list that the link is of', async () => {
  const { user, at } = await renderConsole({ path: REVIEWED });
  await user.click(await screen.findByRole('button', { name: 'Withdrawals' }));
  await waitFor(() => expect(at()).toBe('/past/withdrawal?state=review'));
});

test('history: each list leads to what it lists, and nowhere where that has no detail', async () => {
  const { user, at } = await renderConsole({ path: '/past/withdrawal' });
  for (const [list, to] of [
    ['Arrivals', '/past/arrival/held/a7k2'],
    ['Slips', '/past/slip/slip/4821'],
    ['Declared deposits', '/past/declared/declared/D41'],
    ['Unreadable bank lines', '/past/line/line/line1'],
    ['Cases with providers', '/past/case/case/9'],
    ['Money owed', '/past/receivable/receivable/m77'],
    ['Reversals', '/past/reversal/reversal/SCB1%2F00388'],
    ['Voucher links', '/past/link'],
    ['Same names', '/past/holder/holder/H1'],
  ] as const) {
    await user.click(await screen.findByRole('link', { name: list }));
    await table(list);
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('j{Enter}');
    await waitFor(() => expect(at()).toBe(to));
    if (to.split('/').length > 3) await user.keyboard('{Escape}');
  }
});

test('history: the call is asked by what the address says, days as the house counts them', async () => {
  const asked: string[] = [];
  const list = on('get', '/api/arrival', ({ query }) => {
    asked.push(String(query));
    return { items: [], next: null, asOf: '2026-11-22T05:00:00.000Z', from: 'primary' as const };
  });
  await renderConsole({ path: '/past/arrival?account=SCB1&from=2026-11-22&nosuch=1', handlers: [list] });
  expect(await screen.findByText('Nothing fits these filters')).toBeVisible();
  expect(asked).toEqual(['account=SCB1&from=2026-11-21T17%3A00%3A00.000Z&limit=100']);
});

test('a reversal is named by an account and a number: the slash between them is a part of its name, in each address', async () => {
  const asked: string[] = [];
  const opens = on('get', '/api/reversal/{id}', ({ request }) => {
    asked.push(new URL(request.url).pathname);
    throw refuse(404, 'NO_DATA');
  });
  for (const path of ['/past/reversal/reversal/SCB1%2F00388', '/queue/reversal/SCB1%2F00388']) {
    const { unmount } = await renderConsole({ path, handlers: [opens] });
    expect(await screen.findByRole('heading', { name: 'Reversal' })).toBeVisible();
    unmount();
  }
  expect(asked).toEqual(['/api/reversal/SCB1%2F00388', '/api/reversal/SCB1%2F00388']);
});

test('history: what the product found of a case is in words, what a person wrote as it is', async () => {
  await setLocale('en');
  await loadTexts('facts');
  const [listed] = CASES as [ListedCase];
  const says = (changes: Partial<ListedCase>) => LISTS.case.show({ ...listed, ...changes }).says.slice(2);
  expect(says({ found: 'alike_later', note: '' })).toEqual(['A later comparison found both sides alike']);
  expect(says({ found: null, note: 'watching: asked by telephone' })).toEqual(['watching: asked by telephone']);
});

test('history: what is wrong with a line of a statement is in words, and the sentence of a version before stands in its note', async () => {
  await setLocale('th');
  await loadTexts('facts');
  const [listed] = LINES as [ListedLine];
  const says = (changes: Partial<ListedLine>) => LISTS.line.show({ ...listed, ...changes }).says.slice(1);
  expect(says({ why: 'line_time' })).toEqual(['อ่านเวลาไม่ได้']);
  expect(says({ why: null, note: 'its time can’t be read' })).toEqual(['its time can’t be read']);
});

test('history: of two members of one name both are named, and the pair is opened', () => {
  expect(LISTS.holder.show({ ...PAIR, note: 'asked' })).toMatchObject({
    item: { kind: 'holder', id: 'H1' },
    member: PAIR.member,
    other: PAIR.other,
    says: ['asked'],
  });
});
