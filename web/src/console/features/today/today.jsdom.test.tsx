import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { ago, makeMe, OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';
import { makeEmptyToday, makeToday } from '@/console/testing/today-fixtures';

const panel = (name: string) => screen.findByRole('region', { name });

test('the console begins with today: what waits leads into the queue, what is late first', async () => {
  const { at, user } = await renderConsole({ path: '/' });
  const waits = await panel('What waits');
  expect(at()).toBe('/today');
  const kinds = within(waits).getAllByRole('link').slice(1);
  expect(kinds.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Withdrawal'),
    expect.stringContaining('Slip'),
    expect.stringContaining('Unmatched deposit'),
    expect.stringContaining('Money owed'),
  ]);
  expect(kinds[0]).toHaveTextContent('late');
  await user.click(kinds[0] as HTMLElement);
  expect(at()).toMatch(/^\/queue/);
});

test('money is added up over the channels to the satang, beside the week before', async () => {
  await renderConsole({ path: '/today' });
  const money = await panel('Money in and out');
  expect(within(money).getByText('In', { selector: 'dt' }).parentElement).toHaveTextContent('฿1,687,950.50');
  expect(within(money).getByText('In', { selector: 'dt' }).parentElement).toHaveTextContent(
    '฿1,575,020.00 a week before +7 %',
  );
  expect(within(money).getByText('What is left').parentElement).toHaveTextContent('฿580,050.25');
  const channel = within(money).getByRole('rowheader', { name: 'Payouts' }).parentElement;
  expect(channel).toHaveTextContent('฿1,500.00฿1,104,900.25฿0.00฿998,400.00');
  const games = await panel('Games');
  expect(within(games).getByText('All games').parentElement).toHaveTextContent('฿157,870.75');
  expect(within(games).getByRole('rowheader', { name: 'joker' }).parentElement).toHaveTextContent(
    '-฿12,400.00−140 %฿31,250.00',
  );
});

test('the chart has a table behind it, which has no number for an hour that is to come', async () => {
  const hours = makeToday().hours.map((hour, at) => ({
    ...hour,
    begun: at < 2,
    in: at,
    out: 0,
    compare: { in: 7, out: 8 },
  }));
  await renderConsole({ path: '/today', handlers: [on('get', '/api/today', () => makeToday({ hours }))] });
  const table = await screen.findByRole('table', { name: 'By the hour', hidden: true });
  const rows = within(table).getAllByRole('row', { hidden: true });
  expect(rows).toHaveLength(25);
  expect(rows[2]).toHaveTextContent('01:00฿1.00฿0.00฿7.00฿8.00');
  expect(rows[3]).toHaveTextContent('02:00––฿7.00฿8.00');
});

test('systems that are not up are named, with why; the others are counted', async () => {
  await renderConsole({ path: '/today' });
  const systems = await panel('Outside systems');
  expect(within(systems).getByText('Games · pg')).toBeVisible();
  expect(within(systems).getByText('It did not answer, so it is not called for a while')).toBeVisible();
  expect(within(systems).getByText('Stopped by hand · ยอดไม่ตรงกับรายงาน')).toBeVisible();
  expect(within(systems).getByText('The other 7 are up')).toBeVisible();
});

test('an alarm says what, whose, and by which figure; a quiet day has no place for them', async () => {
  const first = await renderConsole({ path: '/today' });
  const alarms = await panel('Alarms');
  expect(within(alarms).getAllByRole('listitem')[0]).toHaveTextContent(
    'A budget is low · house:bonus krapao_budget_lowseen by somchai.p · 1 h',
  );
  first.unmount();
  await renderConsole({ path: '/today', handlers: [on('get', '/api/today', makeEmptyToday)] });
  await panel('Money in and out');
  expect(screen.queryByRole('region', { name: 'Alarms' })).not.toBeInTheDocument();
});

const due = {
  id: 'a3',
  name: 'coverage',
  of: 'bank:SCB1',
  metric: 'krapao_coverage_unknown_seconds',
  since: ago(60),
  seenBy: null,
  may: [],
};

test('whoever has seen an alarm says so, and others see who', async () => {
  const { user } = await renderConsole({ path: '/today' });
  const [budget, statement] = within(await panel('Alarms')).getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(budget).queryByRole('button')).toBeNull();
  await user.click(within(statement).getByRole('button', { name: 'Seen: A statement can’t be read' }));
  expect(await within(statement).findByText(/seen by somchai.p/)).toBeVisible();
  expect(within(statement).queryByRole('button')).toBeNull();
});

test('a balance that is due names the account, and leads to where a cashier enters it', async () => {
  const alarmed = on('get', '/api/today', () => makeToday({ alarms: [due] }));
  const { unmount } = await renderConsole({ path: '/today', handlers: [alarmed] });
  const row = within(await panel('Alarms')).getByRole('listitem');
  expect(row).toHaveTextContent('The coverage is not known: a balance is due · Account · SCB1');
  expect(within(row).getByRole('link', { name: 'Enter the balance' })).toHaveAttribute('href', '/money/coverage');
  unmount();
  const support = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'support' } }));
  await renderConsole({ path: '/today', handlers: [alarmed, support] });
  expect(within(await panel('Alarms')).queryByRole('link')).toBeNull();
});

test('a first morning says that there is nothing yet', async () => {
  await renderConsole({ path: '/today', handlers: [on('get', '/api/today', makeEmptyToday)] });
  for (const text of ['Nothing waits', 'No money has moved yet', 'Nobody has played yet', 'All 1 are up'])
    expect(await screen.findByText(text)).toBeVisible();
});

test('sums that are not complete say so, and so does a page that could not be loaded', async () => {
  await renderConsole({ path: '/today', handlers: [on('get', '/api/today', () => makeToday({ whole: false }))] });
  expect(await screen.findByText(/still being made/)).toBeVisible();
});

test('what could not be loaded is asked for again', async () => {
  let asked = 0;
  const fails = on('get', '/api/today', () => {
    asked += 1;
    if (asked === 1) throw refuse(400, 'INVALID_INPUT');
    return makeToday();
  });
  const { user } = await renderConsole({ path: '/today', handlers: [fails] });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await panel('Money in and out')).toBeVisible();
});

test('an answer that has not changed is a 304, and the page stays', async () => {
  const tags: (string | null)[] = [];
  const tagged = http.get('*/api/today', ({ request }) => {
    tags.push(request.headers.get('If-None-Match'));
    if (tags.length > 1) return new HttpResponse(null, { status: 304, headers: { ETag: '"a"' } });
    return HttpResponse.json(makeToday(), { headers: { ETag: '"a"' } });
  });
  const { unmount } = await renderConsole({ path: '/today', handlers: [tagged] });
  await panel('Money in and out');
  unmount();
  await renderConsole({ path: '/today', handlers: [tagged] });
  expect(await panel('Money in and out')).toBeVisible();
  expect(tags).toEqual([null, '"a"']);
});

test('coverage is that of the newest report: below the whole, or not known, it says so', async () => {
  const low = on('get', '/api/today', () => makeToday({ coverage: { ratio: 9_874, at: '2026-11-22T05:00:00Z' } }));
  await renderConsole({ path: '/today', handlers: [low] });
  const panelOf = await panel('What the house has of what it owes members');
  expect(within(panelOf).getByText('98.74 %')).toHaveClass('text-coral');
  expect(within(panelOf).getByRole('link', { name: 'Open the report' })).toHaveAttribute('href', '/money/coverage');
});

test('a bank whose figure nobody entered leaves no ratio', async () => {
  const unknown = on('get', '/api/today', () => makeToday({ coverage: { ratio: null, at: '2026-11-22T05:00:00Z' } }));
  await renderConsole({ path: '/today', handlers: [unknown] });
  expect(await screen.findByText('A bank’s figure was not known')).toBeVisible();
});
