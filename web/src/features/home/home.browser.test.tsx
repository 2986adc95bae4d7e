import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { slipsQuery, statementQuery, walletQuery } from '@/features/wallet/queries';
import { activeBonusQuery, bannersQuery } from '@/shared/api/offers';
import type { StatementRow } from '@/shared/api/wire';
import { loadTexts, setLocale } from '@/shared/i18n';
import { makeSlip, makeSlot, makeStatementRow, makeWallet } from '@/testing/factories';
import { NO_BONUS } from '@/testing/offer-factories';
import HomePage from './home-page';
import { wheelQuery } from './queries';

/** Home in a real engine, on a phone: new data from the server moves nothing under the finger. */
let root: Root;
let cache: QueryClient;
beforeEach(async () => {
  await setLocale('th');
  await loadTexts('member', 'errors');
  cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
  // No server: queries without data in a test stay pending.
  const elsewhere = window.fetch;
  vi.spyOn(window, 'fetch').mockImplementation((...asked) =>
    new Request(...asked).url.includes('/api/') ? new Promise(() => undefined) : elsewhere(...asked),
  );
});
afterEach(() => {
  root.unmount();
  vi.restoreAllMocks();
});

const deposit = page.getByRole('button', { name: /^(ฝากเงิน|ຝາກເງິນ|Deposit)$/ });

async function show() {
  root.render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <HomePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await expect.element(deposit).toBeVisible();
  await document.fonts.ready;
}

function tell(rows: StatementRow[], wallet = {}, slips = 0) {
  const money = { amount: 125_320.75, reserved: 0, held: 0, owed: 0, currency: 'BAHT' as const, ...wallet };
  cache.setQueryData(walletQuery.queryKey, makeWallet({ wallet: money }));
  cache.setQueryData(statementQuery(1).queryKey, { total: rows.length, statements: rows });
  const checked = Array.from({ length: slips }, (_, i) => makeSlip({ _id: `p${i}`, reference: `p${i}` }));
  cache.setQueryData(slipsQuery(1).queryKey, { total: slips, slips: checked });
  cache.setQueryData(wheelQuery.queryKey, { active: true });
  cache.setQueryData(activeBonusQuery.queryKey, NO_BONUS);
  for (const of of ['invite', 'refund'] as const) cache.setQueryData(bannersQuery(of).queryKey, []);
}

const under = () => deposit.element().getBoundingClientRect().top;

test('chips come and go where a line was kept for them', async () => {
  const sent = makeStatementRow({ statementType: 'transfer', status: 'IN_PROGRESS', amount: 12_300 });
  tell([]);
  await show();
  await expect.element(page.getByText('ฝากเงินครั้งแรก', { exact: false })).toBeVisible();
  const place = under();
  tell([sent], { reserved: 12_300, held: 700.5, owed: 120 }, 2);
  await expect.element(page.getByRole('button', { name: /กำลังโอน/ })).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /กำลังตรวจสอบ/ })).toBeVisible();
  expect(under()).toBe(place);
  tell([{ ...sent, status: 'SUCCESS' }]);
  await expect.element(page.getByRole('link', { name: /โอนเงิน ฿12,300.00/ })).toBeVisible();
  expect(under()).toBe(place);
});

test.each([
  [360, 740],
  [412, 823],
  [1280, 900],
])('the first answer fills places of its own size, at %d', async (width, height) => {
  await page.viewport(width, height);
  await show();
  // Also the heading's text: a smaller number beside it must not lift it.
  const heading = page.getByRole('heading', { name: 'สล็อต' });
  const places = () => [under(), heading.element().firstChild].map((at) => (at instanceof Node ? topOf(at) : at));
  const before = places();
  tell([makeStatementRow({ status: 'IN_PROGRESS' })]);
  await expect.element(page.getByRole('button', { name: /กำลังฝาก/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /PG Slot/ })).toBeVisible();
  expect(places()).toEqual(before);
  await page.viewport(360, 740);
});

test('three cards of 300 by 211 are side by side on a desktop', async () => {
  await page.viewport(1280, 900);
  tell([]);
  await show();
  const rail = page.getByRole('region', { name: 'สล็อต' }).getByRole('list');
  const cards = rail.getByRole('button').elements();
  const box = rail.element().getBoundingClientRect();
  const inside = cards.map((card) => card.getBoundingClientRect()).filter((card) => card.right <= box.right + 1);
  expect(cards.length).toBeGreaterThan(3);
  expect(inside).toHaveLength(3);
  for (const { width, height } of inside) {
    expect(Math.abs(width - 300)).toBeLessThan(15);
    expect(width / height).toBeCloseTo(300 / 211, 1);
  }
  await page.viewport(360, 740);
});

test.each(['th', 'lo', 'en'] as const)(
  'a card holds long names, large sums and the whole time, in %s',
  async (locale) => {
    await setLocale(locale);
    const large = { isActive: true, amount: 1_234_567.8912, ftWalletSlot: 10, amountAt: '2026-11-19T12:00:00.000Z' };
    const slots = [makeSlot({ ...large, name: 'คาสิโนสดเอเชียโกลด์เด้นแกรนด์อินเตอร์เนชั่นแนลลิมิเต็ด' })];
    tell([]);
    cache.setQueryData(walletQuery.queryKey, makeWallet({ slots }));
    await show();
    const card = page.getByRole('button', { name: /คาสิโนสด/ });
    await expect.element(card).toBeVisible();
    const box = card.element().getBoundingClientRect();
    for (const part of card.element().querySelectorAll(':scope > span:last-child *'))
      expect(part.getBoundingClientRect().right, part.textContent ?? '').toBeLessThanOrEqual(box.right - 16);
    const whole = [page.getByText('฿12,345,678.91'), page.getByText(/19\/11\/2026 \d\d:\d\d:\d\d$/)];
    for (const text of whole) expect(cut(text.element())).toBe(0);
    expect(linesOf(card.getByText('฿12,345,678.91').element().parentElement)).toBe(1);
  },
);

/** How much of a text its box hides; an inline box hides nothing itself. */
const cut = ({ scrollWidth, clientWidth }: Element) => (clientWidth > 0 ? scrollWidth - clientWidth : 0);

const linesOf = (row: Element | null) => Math.round((row?.getBoundingClientRect().height ?? 0) / 22);

function topOf(text: Node): number {
  const range = document.createRange();
  range.selectNode(text);
  return range.getBoundingClientRect().top;
}

test('a card draws its art when it comes near the screen, and keeps it', async () => {
  tell([]);
  const slots = Array.from({ length: 8 }, (_, i) => makeSlot({ code: `g${i}`, name: `Game ${i}`, background: '' }));
  cache.setQueryData(walletQuery.queryKey, makeWallet({ slots }));
  await show();
  const art = (name: string) => page.getByRole('button', { name }).element().querySelector('pattern');
  await expect.poll(() => art('Game 0')).not.toBeNull();
  expect(art('Game 7')).toBeNull();
  page.getByRole('button', { name: 'Game 7' }).element().scrollIntoView();
  await expect.poll(() => art('Game 7')).not.toBeNull();
  expect(art('Game 0')).not.toBeNull();
});
