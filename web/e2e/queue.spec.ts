import type { Page } from '@playwright/test';
import { type Cost, Hand } from './hand';
import { expect, test } from './product';
import { pass } from './stop';
import { Waiting } from './waiting';

// A morning's queue: what waits is decided by keys alone. What it costs is counted, and held. `make morning` has a hundred items.

/** How an item of a kind is decided here. */
interface How {
  key: string;
  /** It asks for what was looked at besides the reason. */
  evidence?: true;
  /** It takes two persons, so this one confirms that it is the one. */
  confirmed?: true;
}

/** What comes every morning, and what comes on a bad day. */
const USUAL: Record<string, How> = {
  Withdrawal: { key: 'a' },
  'Declared deposit': { key: 'r' },
  'Unmatched deposit': { key: 'r', evidence: true },
  'Held money': { key: 'r', evidence: true },
};
const BAD: Record<string, How> = {
  Slip: { key: 'r' },
  'Line of the bank': { key: 'x' },
  'Transfer, outcome unknown': { key: 'a', evidence: true },
  'Case with a provider': { key: 'a', evidence: true },
  'Money owed': { key: 'a', evidence: true },
  Approval: { key: 'a', confirmed: true },
  'Request to erase a member': { key: 'a', confirmed: true },
};
/** Comes on a bad day, too. It is not decided here, but answered at a desk of its own. */
const CHAT = 'Chat';

/** A key, a line or two that are typed, and Enter. */
const AN_ITEM = { actions: 5, calls: 1 };
/** The server asks who it is: the question, its answer and the decision again are calls more. */
const CONFIRMED = { actions: 4, calls: 4 };
/** Its key; there `r`, the answer, Enter; Escape, `e`, Enter; and back, `g q n`. The calls: the answer, the end, the next item. */
const AT_DESK = { actions: 10, calls: 3 };

const MORNING = Number(process.env.KRAPAO_MORNING ?? 16);
/** Items that a bad day brings: one of each of its kinds. */
const A_DAYS = Object.keys(BAD).length + 1;
/** About half of a morning is of bad days, and the rest is as many of each usual kind. */
const DAYS = Math.max(1, Math.floor(MORNING / 2 / A_DAYS));
const EACH = Math.max(DAYS, Math.ceil((MORNING - DAYS * A_DAYS) / Object.keys(USUAL).length));
const ALL = EACH * Object.keys(USUAL).length + DAYS * A_DAYS;

// What other journeys left would wait in it, too.
test.use({ house: 'queue' });

test('a mixed queue is decided by keys alone: one call per item, and at most five actions', async ({
  page,
  product,
  request,
}) => {
  await product.operator('login', 'nok', '--demo');
  const waiting = await Waiting.in(request, product);
  await Promise.all([waiting.usual(EACH - DAYS, EACH), waiting.badDays(DAYS)]);

  await page.setViewportSize({ width: 1280, height: 860 });
  await page.addInitScript(() => localStorage.setItem('console-locale', 'en'));
  await page.goto(`${product.console}/queue`);
  await page.getByRole('button', { name: /nok/ }).click();
  await allWait(page);
  await undisturbed(page);
  await page.reload();
  await allWait(page);

  const hand = new Hand(page);
  await hand.press('n');
  await expect.poll(() => page.url()).toMatch(OPEN);
  hand.begins();
  for (let item = 0; item < ALL; item++) {
    const [kind, before] = [await shown(page), page.url()];
    const cost = await (kind === CHAT ? answers(page, hand) : decides(page, hand, kind));
    await expect.poll(() => page.url()).not.toBe(before);
    hand.ends(kind, cost);
  }
  await expect(page.getByText('Nothing waits')).toBeVisible();
  await pass(page, 'console-queue-decided');
  hand.says();
  // Each one came with the decision before it, so none was asked for by itself.
  expect(hand.asked.filter((one) => DETAIL.test(one))).toEqual([]);
  // With each decision the list and its counts are read again.
  for (const read of ['GET /api/queue', 'GET /api/queue/count'])
    expect(hand.asked.filter((one) => one === read).length, read).toBeLessThanOrEqual(ALL + 2);
});

/** The address of an item that is open, and what would ask for one. */
const OPEN = /\/queue\/\w+\/\w+/;
const DETAIL = /^GET \/api\/(arrival|case|declared|line|proposal|receivable|slip|withdrawal)\//;

/** All kinds wait, each as often as it was brought about. */
async function allWait(page: Page): Promise<void> {
  const kinds = page.getByRole('navigation', { name: 'Kinds' });
  const count = (kind: string, many: number) =>
    expect(kinds.getByRole('link', { name: new RegExp(`^${kind} ?${many}$`) })).toBeVisible();
  for (const kind of Object.keys(USUAL)) await count(kind, EACH);
  for (const kind of [...Object.keys(BAD), CHAT]) await count(kind, DAYS);
}

/** Waits until the item of the address is open, and returns its kind. */
async function shown(page: Page): Promise<string> {
  const article = page.locator('article');
  // The address changes before the page does. A key would still be the former item's, and the words after it would be keys. The
  // first item is shown before it is open, and has no such key then.
  await expect(article).toContainText(decodeURIComponent(page.url().split('/').at(-1) ?? ''));
  return (await article.locator('h2').textContent()) ?? '';
}

/** Decides an item by its form, and returns what that may cost. */
async function decides(page: Page, hand: Hand, kind: string): Promise<Cost> {
  const how = USUAL[kind] ?? BAD[kind];
  if (!how) throw new Error(`${kind} waits, and is not of this morning`);
  const { key, evidence, confirmed } = how;
  const article = page.locator('article');
  await expect(article.locator(`[aria-keyshortcuts=${key}]`)).toBeVisible();
  await hand.press(key);
  await expect(article.locator('form :focus')).toHaveCount(1);
  if (evidence) {
    await hand.types('its transfer back 88');
    await hand.press('Tab');
  }
  await hand.types('as the morning goes');
  await hand.press('Enter');
  if (!confirmed) return AN_ITEM;
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toBeFocused();
  await hand.press('Enter');
  return CONFIRMED;
}

/** Goes to the desk, answers, ends the conversation and comes back for the next item. */
async function answers(page: Page, hand: Hand): Promise<Cost> {
  await expect(page.locator('article [aria-keyshortcuts=a]')).toBeVisible();
  await hand.press('a');
  const field = page.getByRole('textbox', { name: 'Write an answer' });
  await expect(field).toBeVisible();
  await hand.press('r');
  await expect(field).toBeFocused();
  await hand.types('Hello, this is Nok.');
  await hand.press('Enter');
  await expect(page.getByRole('log').getByText('Hello, this is Nok.')).toBeVisible();
  await expect(page.getByText(/Not sent|Sending/)).toHaveCount(0);
  await hand.press('Escape', 'e');
  const ending = page.getByRole('dialog');
  await expect(ending.getByLabel('Reason')).toBeFocused();
  await hand.press('Enter');
  await expect(ending).toHaveCount(0);
  await hand.press('g', 'q');
  await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible();
  await hand.press('n');
  await expect.poll(() => page.url()).toMatch(OPEN);
  return AT_DESK;
}

/**
 * The page asks for nothing but what its operator's actions need. What it asks now and then, and after events, depends on how long
 * the morning takes, and so on the machine.
 */
async function undisturbed(page: Page): Promise<void> {
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  await page.addInitScript(() => {
    Object.assign(window, { setInterval: () => 0 });
  });
}
