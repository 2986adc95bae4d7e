import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { Calls } from './calls';
import { enter, memberToken, newPerson } from './member';
import { messageShown } from './message-shown';
import { expect, type Product, test } from './product';
import { Sandbox } from './sandbox';
import { stop } from './stop';
import { tapUntilTaken } from './tap';
import { walk } from './walk';
import { whole } from './whole';

// Opening games at a phone's width, in a browser with a popup blocker (playwright.config.ts). It covers every kind of
// launch in the catalogue, through the real program to the provider's own page.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

interface Game {
  code: string;
  name: string;
  category: string;
  launch: { kind: 'autologin' | 'form' | 'url'; provider: string };
  isActive: boolean;
}

interface Here {
  sandbox: Sandbox;
  /** The catalogue, as this member sees it. */
  games: Game[];
}

/** A member with 500 baht and accounts at these games, or at all of them if none is named. */
async function member(page: Page, product: Product, request: APIRequestContext, codes?: string[]): Promise<Here> {
  const sandbox = new Sandbox(request, product.sandbox);
  const token = await memberToken(request, product, newPerson());
  const calls = new Calls(request, product, token);
  await calls.deposit(500);
  const { slots } = await calls.get<{ slots: Game[] }>('/api/wallet');
  for (const { code } of slots.filter((game) => !codes || codes.includes(game.code)))
    await calls.get(`/api/wallet/activate/${code}`);
  await enter(page, token);
  return { sandbox, games: slots };
}

async function openSheet(page: Page, product: Product, code: string) {
  await page.goto(`${product.app}/user/home?sheet=game&code=${code}`);
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
}

const openGame = (page: Page) => page.getByRole('button', { name: 'Open game' });

/** Checks that the tab ends on the provider's page: its lobby, or its login where the member signs in by hand. */
async function expectGame(tab: Page, product: Product, game: Game) {
  await tab.waitForURL((url) => url.origin === product.sandbox);
  if (game.launch.kind === 'url') await expect(tab.locator('input[name=username]')).toBeVisible();
  else await expect(tab.locator('#balance')).toBeVisible();
  expect(await tab.evaluate(() => window.opener === null), `${game.code} can reach the wallet's tab`).toBe(true);
}

/** Opens a game without a blocker, in the tab of the tap itself. */
async function tap(context: BrowserContext, what: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), what()]);
  return tab;
}

/** Changes a field in the server's answer, as another operator or provider would set it. */
async function change<Answer>(page: Page, path: string, how: (answer: Answer) => void) {
  await page.route(path, async (route) => {
    const response = await whole(route);
    const json = await response.json();
    how(json);
    await route.fulfill({ response, json });
  });
}

/**
 * A click without user activation: the browser blocks the window that it opens. Chromium remembers a tap for some
 * seconds, and counts every Playwright action as one. So this click goes over the protocol, without activation. A test
 * window first uses up the activation that still counts, and shows when there is none. The page can't tell by itself,
 * because the browser updates it later.
 */
async function clickWithoutFinger(page: Page) {
  await openGame(page).evaluate((button: HTMLElement) => Object.assign(window, { unfingered: button }));
  const wire = await page.context().newCDPSession(page);
  const clicked = `new Promise((done) => {
    const look = () => {
      const opened = window.open('about:blank');
      if (!opened) return done(unfingered.click());
      opened.close();
      requestAnimationFrame(look);
    };
    look();
  })`;
  await wire.send('Runtime.evaluate', { expression: clicked, awaitPromise: true, userGesture: false });
  await wire.detach();
}

test('every game of the catalogue opens in a tab of its own', async ({ page, context, product, request }) => {
  const { games } = await member(page, product, request);
  const kinds: Record<string, number> = {};
  for (const game of games)
    await test.step(`${game.code}: ${game.launch.kind}`, async () => {
      if (game === games[0]) await openSheet(page, product, game.code);
      else await walk(page, `/user/home?sheet=game&code=${game.code}`);
      await expect(page.getByRole('dialog', { name: game.name })).toBeVisible();
      const tab = await tap(context, () => openGame(page).click());
      await expectGame(tab, product, game);
      expect(page.url(), 'the wallet stays where it was').toContain('sheet=game');
      await tab.close();
      kinds[game.launch.kind] = (kinds[game.launch.kind] ?? 0) + 1;
    });
  expect(games.length).toBe(15);
  expect(kinds.autologin).toBe(11);
  expect((kinds.form ?? 0) + (kinds.url ?? 0)).toBe(4);
});

test('moves money in, plays with it, then takes it out', async ({ page, context, product, request }) => {
  await member(page, product, request, ['joker']);
  await openSheet(page, product, 'joker');
  await stop(page, 'game-sheet');
  await page.getByLabel('Amount to move into the game').fill('200');
  const tab = await tap(context, () => page.getByRole('button', { name: 'Transfer and play' }).click());
  await expect(tab.locator('#balance')).toContainText('200');
  await tab.close();
  await expect(page.getByTestId('game-balance')).toHaveText('฿200.00');
  await page.getByRole('button', { name: 'Take out' }).click();
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('joker');
  await page.getByLabel('Amount', { exact: true }).fill('200');
  const transfer = page.getByRole('button', { name: 'Transfer ฿200.00' });
  const done = messageShown(page, 'Transfer done.');
  await tapUntilTaken(page, '/api/wallet/transfer', () => transfer.click());
  await done;
});

test('a game without a launch is opened by hand, with the username and password of the sheet', async ({
  page,
  context,
  product,
  request,
}) => {
  await member(page, product, request, ['superslot']);
  await change(page, '**/api/wallet', (wallet: { slots: Game[] }) => {
    const game = wallet.slots.find((one) => one.code === 'superslot') as Game;
    // The catalogue says so itself, or this test makes it say so.
    if (game.launch.kind !== 'url')
      Object.assign(game, { launch: { kind: 'url' }, web: `${product.sandbox}/lobby/superslot` });
  });
  await openSheet(page, product, 'superslot');
  await expect(page.getByText('You sign in to this game yourself', { exact: false })).toBeVisible();
  await stop(page, 'game-by-hand');
  await page.getByRole('button', { name: 'Show game password' }).click();
  const username = await page.getByRole('textbox', { name: 'Username' }).inputValue();
  const password = await page.getByRole('textbox', { name: 'Password' }).inputValue();
  expect(username.length).toBeLessThanOrEqual(16);
  const tab = await tap(context, () => openGame(page).click());
  await tab.locator('input[name=username]').fill(username);
  await tab.locator('input[name=password]').fill(password);
  await tab.locator('button.primary, form button').first().click();
  await expect(tab.locator('#balance')).toBeVisible();
  await tab.close();
});

test('a form sent by GET becomes an address with its fields', async ({ page, context, product, request }) => {
  await member(page, product, request, ['joker']);
  const fields = { lang: 'en', note: 'a&b c' };
  await change(page, '**/api/wallet/account/joker', (account: { event?: unknown }) => {
    account.event = { action: `${product.sandbox}/lobby/joker`, method: 'GET', fields };
  });
  await openSheet(page, product, 'joker');
  const tab = await tap(context, () => openGame(page).click());
  await tab.waitForURL(`${product.sandbox}/lobby/joker?lang=en&note=a%26b+c`);
  await tab.close();
});

test("the operator's switches: the host of PG, and a message at one game", async ({
  page,
  context,
  product,
  request,
}) => {
  await member(page, product, request, ['pg']);
  await change(page, '**/config.json', (config: Record<string, unknown>) => {
    config.pgHost = 'play.pg.example';
    config.gameNotice = { code: 'pg', text: { th: 'ก', lo: 'ກ', en: 'Jackpot doubled tonight' } };
  });
  await context.route('https://play.pg.example/**', (route) => route.fulfill({ body: 'the game' }));
  await openSheet(page, product, 'pg');
  await expect(page.getByText('Jackpot doubled tonight')).toBeVisible();
  const tab = await tap(context, () => openGame(page).click());
  await tab.waitForURL('https://play.pg.example/**');
  await tab.close();
});

test("in another site's frame a game opens a tab and never takes the frame", async ({
  page,
  context,
  product,
  request,
}) => {
  const { games } = await member(page, product, request, ['joker']);
  await change(page, '**/config.json', (config: Record<string, unknown>) => {
    config.iframe = true;
  });
  // A site that KRAPAO_FRAME_ANCESTORS allows.
  await page.route(`${product.app}/user/home*`, async (route) => {
    const response = await whole(route);
    const headers = { ...response.headers(), 'content-security-policy': '', 'x-frame-options': '' };
    await route.fulfill({ response, headers });
  });
  const portal = `${product.sandbox}/portal`;
  const body = `<iframe style="width:340px;height:700px" src="${product.app}/user/home?sheet=game&code=joker"></iframe>`;
  await page.route(portal, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(portal);
  const framed = page.frameLocator('iframe');
  const tab = await tap(context, () => framed.getByRole('button', { name: 'Open game' }).click());
  await expectGame(tab, product, games.find((one) => one.code === 'joker') as Game);
  await tab.close();
  await expect(framed.getByRole('button', { name: 'Open game' })).toBeVisible();
});

test('after a blocked window a further tap opens the game, for a link and for a form', async ({
  page,
  context,
  product,
  request,
}) => {
  const { games } = await member(page, product, request, ['pgslot', 'joker']);
  for (const code of ['pgslot', 'joker'])
    await test.step(code, async () => {
      const game = games.find((one) => one.code === code) as Game;
      await openSheet(page, product, code);
      const before = context.pages().length;
      await clickWithoutFinger(page);
      await expect(page.getByText('Your browser blocked the new window.')).toBeVisible();
      await expect.poll(() => context.pages().length).toBe(before);
      await stop(page, `game-blocked-${game.launch.kind}`);
      const way = page.getByRole(game.launch.kind === 'form' ? 'button' : 'link', { name: 'Tap to open the game' });
      const tab = await tap(context, () => way.click());
      await expectGame(tab, product, game);
      await tab.close();
      await expect(openGame(page)).toBeVisible();
    });
});

test.describe("in LINE's browser", () => {
  const LINE =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Line/14.1.0/IAB';
  test.use({ userAgent: LINE });

  test('the game opens in the only window there is, and Back comes home', async ({
    page,
    context,
    product,
    request,
  }) => {
    const { games } = await member(page, product, request, ['pgslot', 'joker']);
    for (const code of ['pgslot', 'joker'])
      await test.step(code, async () => {
        const game = games.find((one) => one.code === code) as Game;
        await openSheet(page, product, code);
        await openGame(page).click();
        await expect(page.getByRole('link', { name: 'Open in browser' })).toHaveAttribute(
          'href',
          /openExternalBrowser=1/,
        );
        await stop(page, `game-line-${game.launch.kind}`);
        await page.getByRole(game.launch.kind === 'form' ? 'button' : 'link', { name: 'Tap to open the game' }).click();
        await expectGame(page, product, game);
        expect(context.pages().length).toBe(1);
        await page.goBack();
        await expect(openGame(page)).toBeVisible();
      });
  });
});

test('a game that gives no page is reported with its step, and opens at the next tap', async ({
  page,
  context,
  product,
  request,
}) => {
  const { sandbox, games } = await member(page, product, request, ['pgslot']);
  await openSheet(page, product, 'pgslot');
  await sandbox.fault({ target: 'game:pgslot', op: 'launch', mode: 'down' });
  const blank = await tap(context, () => openGame(page).click());
  await expect(page.getByText(/^Opening the game:/)).toBeVisible();
  await expect.poll(() => blank.isClosed()).toBe(true); // the browser tells it later than the page
  await stop(page, 'game-launch-failed');
  await sandbox.clearFaults();
  const tab = await tap(context, () => page.getByRole('button', { name: 'Try again' }).click());
  await expectGame(tab, product, games.find((one) => one.code === 'pgslot') as Game);
  await tab.close();
});

test('a transfer with a lost answer is shown in the sheet; a refresh names the game that is down', async ({
  page,
  product,
  request,
}) => {
  const { sandbox } = await member(page, product, request, ['joker']);
  await openSheet(page, product, 'joker');
  await sandbox.fault({ target: 'game:joker', mode: 'lost_reply' });
  await sandbox.fault({ target: 'game:joker', op: 'check', mode: 'down', count: 100 });
  await page.getByLabel('Amount to move into the game').fill('150');
  const transfer = page.getByRole('button', { name: 'Transfer only' });
  await tapUntilTaken(page, '/api/wallet/transfer', () => transfer.click());
  await expect(page.getByText('฿150.00 on its way into the game')).toBeVisible();
  await stop(page, 'game-under-way');
  await sandbox.clearFaults();
  await expect(page.getByTestId('game-balance')).toHaveText('฿150.00');
  await page.keyboard.press('Escape');
  await sandbox.fault({ target: 'game:joker', op: 'balance', mode: 'down', count: 20 });
  await page.getByRole('button', { name: 'Refresh game balances' }).click();
  await expect(page.getByText(/No answer from Joker/)).toBeVisible();
  const card = page.getByRole('button', { name: /^Joker Gaming/ });
  await expect(card).toContainText('As of');
  await expect(card).toContainText('฿150.00');
  await stop(page, 'home-unread');
  await sandbox.clearFaults();
});
