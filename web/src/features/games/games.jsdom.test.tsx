import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Slot, Wallet } from '@/shared/api/wire';
import { setConfig } from '@/shared/config';
import { rememberAgreement } from '@/shared/session/agreement';
import { makeConfig, makeSlot, makeStatementRow, makeWallet } from '@/testing/factories';
import { gate } from '@/testing/gate';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { NO_BONUS } from '@/testing/offer-factories';
import { renderApp } from '@/testing/render-app';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

beforeEach(rememberAgreement);

const path = '/user/home?sheet=game&code=joker';

/** The wallet with this one game. */
const withGame = (slot: Partial<Slot> = {}, wallet: Partial<Wallet> = {}) =>
  onGet('/api/wallet', () => makeWallet({ slots: [makeSlot({ isActive: true, ...slot })], ...wallet }));
const byLink = { launch: { kind: 'autologin', provider: 'pgslot' } } as const;
const wallet = (amount: number) => ({ amount, reserved: 0, held: 0, owed: 0, currency: 'BAHT' as const });

function stubTab() {
  const tab = {
    location: { replace: vi.fn() },
    closed: false,
    opener: {},
    name: 'tab',
    close: vi.fn(),
    document: document.implementation.createHTMLDocument(),
  };
  vi.spyOn(window, 'open').mockReturnValue(tab as never);
  return tab;
}

const agent = (text: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(text);
const LINE = 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36 Line/14.1.0/IAB';
const FACEBOOK = 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/480.0]';

it('opens an account on demand and then shows its keys', async () => {
  let open = false;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/wallet', () => makeWallet({ slots: [makeSlot({ isActive: open })] })),
      onGet('/api/wallet/activate/{slotCode}', () => {
        open = true;
        return { slot: makeSlot({ isActive: true }) };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Open account' }));
  // The button has disappeared, so the focus is at the start of the account.
  const balance = await within(screen.getByRole('dialog')).findByRole('region', { name: 'Balance' });
  expect(balance).toHaveFocus();
  const name = await screen.findByRole('textbox', { name: 'Username' });
  expect(name).toHaveValue('kp7k3m9q2t4v');
  expect(name).toHaveAttribute('maxlength', '16');
  expect(name).toHaveAttribute('readonly');
  const password = screen.getByRole('textbox', { name: 'Password' });
  expect(password).not.toHaveValue('Xy7-kal-29q');
  await user.click(screen.getByRole('button', { name: 'Show game password' }));
  expect(password).toHaveValue('Xy7-kal-29q');
});

it('shows the new password after a reset', async () => {
  let password = 'Xy7-kal-29q';
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      withGame({ canResetPassword: true }),
      onGet('/api/wallet/account/{slotCode}', () => ({ username: 'kp7k3m9q2t4v', password })),
      onGet('/api/wallet/resetpassword/{slotCode}', () => {
        password = 'Qw3-new-55z';
        return { message: 'SUCCESS' };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Show game password' }));
  expect(screen.getByRole('textbox', { name: 'Password' })).toHaveValue('Xy7-kal-29q');
  await user.click(screen.getByRole('button', { name: 'Reset password' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Reset password' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Password' })).toHaveValue('Qw3-new-55z'));
});

it('shows no password if the game has none', async () => {
  await renderApp({
    path,
    member: true,
    handlers: [
      withGame({ canResetPassword: false }),
      onGet('/api/wallet/account/{slotCode}', () => ({ username: 'kp7k3m9q2t4v', password: null })),
    ],
  });
  expect(await screen.findByRole('textbox', { name: 'Username' })).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Password' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Reset password' })).toBeNull();
});

it("shows the operator's message at its game, in the member's language", async () => {
  const text = { th: 'ปิดปรับปรุงคืนนี้', lo: 'ປິດຄືນນີ້', en: 'Closed tonight' };
  setConfig(makeConfig({ gameNotice: { code: 'joker', text } }));
  await renderApp({ path, member: true, handlers: [withGame()] });
  expect(await screen.findByText('Closed tonight')).toBeInTheDocument();
});

it.each([
  ['open', false],
  ['shut', true],
])('says what the operator says of a game that is %s', async (_, maintenance) => {
  await renderApp({ path, member: true, handlers: [withGame({ maintenance, notice: 'Back at six' })] });
  expect(await screen.findByText('Back at six')).toBeInTheDocument();
  const shut = screen.queryByText(/Your money in it is safe/);
  if (maintenance) expect(shut).toBeInTheDocument();
  else expect(shut).toBeNull();
});

it('in maintenance takes no money in and opens nothing, but lets money out', async () => {
  const { user, at } = await renderApp({ path, member: true, handlers: [withGame({ maintenance: true, amount: 80 })] });
  expect(await screen.findByText('Under maintenance', { selector: 'p' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Open game' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Transfer only' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take out' }));
  expect(at()).toContain('sheet=transfer&from=joker&to=WALLET');
});

it('being checked lets no money in or out and opens nothing, and says since when', async () => {
  const checkedSince = '2026-11-20T11:40:00.000Z';
  await renderApp({ path, member: true, handlers: [withGame({ checkedSince, amount: 80 })] });
  expect(await screen.findByText(/^Being checked since 20\/11\/2026/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Open game' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Transfer only' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Take out' })).toBeDisabled();
});

it('a closing game takes no money in and opens nothing, but lets money out', async () => {
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [withGame({ state: 'closing', amount: 80, android: 'https://games.example/apk' })],
  });
  expect(await screen.findByText(/^Take your money out/)).toBeInTheDocument();
  for (const name of ['Transfer and play', 'Transfer only', 'Open game'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: /Android/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take out' }));
  expect(at()).toContain('sheet=transfer&from=joker&to=WALLET');
});

it('fills in the largest amount that the game takes, and names its step if another amount is typed', async () => {
  let sent = 0;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      withGame({ ftWalletSlot: 10, step: 0.1 }, { wallet: wallet(5320.75) }),
      onPost('/api/wallet/transfer', () => {
        sent++;
        return { message: 'SUCCESS', status: 'SUCCESS', reference: 'r' };
      }),
    ],
  });
  const amount = await screen.findByRole('textbox', { name: /Amount to move/ });
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(amount).toHaveValue('5,320.70');
  await user.click(screen.getByRole('button', { name: '25%' }));
  expect(amount).toHaveValue('1,330.10');
  expect(amount).toBeValid();
  await user.clear(amount);
  await user.type(amount, '5320.75');
  expect(amount).toHaveAccessibleDescription('The amount must be a multiple of 0.1 baht');
  await user.click(screen.getByRole('button', { name: 'Transfer only' }));
  expect(sent).toBe(0);
});

it('says how much went in if nothing is opened', async () => {
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      withGame(),
      onPost('/api/wallet/transfer', () => ({ message: 'SUCCESS', status: 'SUCCESS', reference: 'r' })),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: /Amount to move/ }), '200');
  await user.click(screen.getByRole('button', { name: 'Transfer only' }));
  expect(await screen.findByText('฿200.00 is in the game now.')).toBeInTheDocument();
});

it('copies the password without showing it', async () => {
  vi.stubGlobal('isSecureContext', true);
  const { user } = await renderApp({ path, member: true, handlers: [withGame()] });
  await user.click(await screen.findByRole('button', { name: 'Copy Password' }));
  expect(await screen.findByText('Copied: Password')).toBeInTheDocument();
  expect(screen.queryByText(/Xy7-kal-29q/)).toBeNull();
  expect(await navigator.clipboard.readText()).toBe('Xy7-kal-29q');
});

it('only opens the game when there is nothing in the wallet', async () => {
  await renderApp({ path, member: true, handlers: [withGame({}, { wallet: wallet(0) })] });
  expect(await screen.findByRole('button', { name: 'Open game' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Transfer only' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Transfer and play' })).toBeNull();
});

it('says how old the balance is if the last refresh got no answer', async () => {
  await renderApp({
    path,
    member: true,
    handlers: [withGame({ amountAt: '2026-11-20T08:00:00.000Z' }, { syncedAt: '2026-11-20T12:00:00.000Z' })],
  });
  expect(await screen.findByText(/did not answer the last refresh.*20\/11\/2026/)).toBeInTheDocument();
});

it('says when the game reported its balance, and that later transfers are included', async () => {
  const read = '2026-11-20T12:00:00.000Z';
  await renderApp({ path, member: true, handlers: [withGame({ amountAt: read }, { syncedAt: read })] });
  expect(await screen.findByText(/Told by the game at 20\/11\/2026.*with your transfers since/)).toBeInTheDocument();
});

it('does not blame the game while a transfer is under way: it was not asked', async () => {
  const row = makeStatementRow({ statementType: 'transfer', status: 'IN_PROGRESS', from: 'WALLET', to: 'joker' });
  await renderApp({
    path,
    member: true,
    handlers: [
      withGame({ amountAt: '2026-11-20T08:00:00.000Z' }, { syncedAt: '2026-11-20T12:00:00.000Z' }),
      onPost('/api/statement', () => ({ total: 1, statements: [row] })),
    ],
  });
  expect(await screen.findByText(/on its way into the game/)).toBeInTheDocument();
  expect(screen.queryByText(/did not answer/)).toBeNull();
});

it('shows its transfers that are under way, and no others', async () => {
  const row = { statementType: 'transfer', status: 'IN_PROGRESS' } as const;
  const statements = [
    makeStatementRow({ ...row, _id: 'in', from: 'WALLET', to: 'joker', amount: 150 }),
    makeStatementRow({ ...row, _id: 'out', from: 'joker', to: 'WALLET', amount: 70 }),
    makeStatementRow({ ...row, _id: 'else', from: 'WALLET', to: 'pgslot', amount: 30 }),
    makeStatementRow({ ...row, _id: 'done', from: 'WALLET', to: 'joker', amount: 40, status: 'SUCCESS' }),
  ];
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [withGame(), onPost('/api/statement', () => ({ total: 4, statements }))],
  });
  expect(await screen.findByText('฿150.00 on its way into the game')).toBeInTheDocument();
  expect(screen.getByText('฿70.00 on its way to your wallet')).toBeInTheDocument();
  const sheet = screen.getByRole('dialog');
  expect(within(sheet).queryByText(/฿30.00|฿40.00/)).toBeNull();
  // The next transfer would be refused, but the money in the game can be played.
  expect(screen.getByText('The next transfer can be made once that is known.')).toBeInTheDocument();
  for (const name of ['Transfer and play', 'Transfer only'])
    expect(screen.getByRole('button', { name })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Open game' })).toBeEnabled();
  await user.click(screen.getAllByRole('button', { name: 'Details' })[0]!);
  expect(at()).toContain('sheet=receipt&id=in');
});

it('moves first, then sends the tab that the tap opened to the game', async () => {
  const tab = stubTab();
  let moved = false;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      withGame(byLink),
      onPost('/api/wallet/transfer', () => {
        moved = true;
        return { message: 'SUCCESS', status: 'SUCCESS', reference: 'r' };
      }),
      onGet('/api/autoLogin/{provider}/{user}/{password}', ({ params }) => {
        expect(moved).toBe(true);
        expect(params.password).toBe('-');
        return { link: 'https://games.example/lobby' };
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: /Amount to move/ }), '200');
  await user.click(screen.getByRole('button', { name: 'Transfer and play' }));
  expect(tab.document.body.textContent).toContain('Moving the money');
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://games.example/lobby'));
});

it('the tapped button shows what it waits for, the others only wait', async () => {
  stubTab();
  const [money, page] = [gate(), gate()];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      withGame(byLink),
      onPost('/api/wallet/transfer', async () => {
        await money.passed;
        return { message: 'SUCCESS', status: 'SUCCESS', reference: 'r' };
      }),
      onGet('/api/autoLogin/{provider}/{user}/{password}', async () => {
        await page.passed;
        return { link: 'https://games.example/lobby' };
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: /Amount to move/ }), '200');
  await user.click(screen.getByRole('button', { name: 'Transfer and play' }));
  expect(await screen.findByRole('button', { name: 'Moving the money…' })).toHaveAttribute('aria-busy', 'true');
  for (const name of ['Open game', 'Transfer only']) {
    expect(screen.getByRole('button', { name })).toBeDisabled();
    expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-busy');
  }
  money.open();
  expect(await screen.findByRole('button', { name: 'Opening the game…' })).toBeDisabled();
  page.open();
  expect(await screen.findByRole('button', { name: 'Transfer and play' })).toBeEnabled();
});

it('opens the game as soon as the money is in, whatever else is still loading', async () => {
  const tab = stubTab();
  const condition = gate();
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      withGame(byLink),
      onGet('/api/bonus/check/active', async () => {
        await condition.passed;
        return NO_BONUS;
      }),
      onPost('/api/wallet/transfer', () => ({ message: 'SUCCESS', status: 'SUCCESS', reference: 'r' })),
      onGet('/api/autoLogin/{provider}/{user}/{password}', () => ({ link: 'https://games.example/lobby' })),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: /Amount to move/ }), '200');
  await user.click(screen.getByRole('button', { name: 'Transfer and play' }));
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://games.example/lobby'));
  condition.open();
});

it('opens nothing while it is unknown whether the money arrived', async () => {
  const tab = stubTab();
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      withGame(byLink),
      onPost('/api/wallet/transfer', () => ({ message: 'TRANSFER_PENDING', status: 'IN_PROGRESS', reference: 'r' })),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: /Amount to move/ }), '200');
  await user.click(screen.getByRole('button', { name: 'Transfer and play' }));
  await waitFor(() => expect(tab.close).toHaveBeenCalled());
  expect(await screen.findByText(/^The game has not answered yet/)).toBeInTheDocument();
  expect(tab.location.replace).not.toHaveBeenCalled();
});

describe('the step that failed is named', () => {
  it.each([
    ['INVALID_AMOUNT', { step: 5 }, 'The amount must be a multiple of 5 baht'],
    ['TRANSFER_MINIMUM', { minimum: 1 }, 'The minimum transfer is 1 baht'],
  ])('moving the money: %s', async (code, params, reason) => {
    const tab = stubTab();
    const { user } = await renderApp({
      path,
      member: true,
      handlers: [
        withGame(byLink),
        onPost('/api/wallet/transfer', () => {
          throw refuse(400, code, params);
        }),
      ],
    });
    await user.type(await screen.findByRole('textbox', { name: /Amount to move/ }), '12');
    await user.click(screen.getByRole('button', { name: 'Transfer and play' }));
    expect(await screen.findByText(`Moving the money in: ${reason}`)).toBeInTheDocument();
    expect(tab.close).toHaveBeenCalled();
  });

  it("asking for the game's page, after the money went in; a second tap opens it", async () => {
    const tab = stubTab();
    let silent = true;
    const { user } = await renderApp({
      path,
      member: true,
      handlers: [
        withGame(byLink),
        onGet('/api/autoLogin/{provider}/{user}/{password}', () => {
          if (silent) throw refuse(503, 'TRY_AGAIN', { game: 'joker' });
          return { link: 'https://games.example/lobby' };
        }),
      ],
    });
    await user.type(await screen.findByRole('textbox', { name: /Amount to move/ }), '200');
    await user.click(screen.getByRole('button', { name: 'Transfer and play' }));
    expect(await screen.findByText(/^Opening the game: The game does not answer/)).toBeInTheDocument();
    expect(screen.getByText('฿200.00 is in the game now.')).toBeInTheDocument();
    expect(tab.close).toHaveBeenCalled();
    silent = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://games.example/lobby'));
  });
});

describe('if no tab can be opened', () => {
  beforeEach(() => {
    vi.spyOn(window, 'open').mockReturnValue(null);
  });

  it('a link is shown', async () => {
    const { user } = await renderApp({
      path,
      member: true,
      handlers: [
        withGame(byLink),
        onGet('/api/autoLogin/{provider}/{user}/{password}', () => ({ link: 'https://games.example/lobby' })),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Open game' }));
    const link = await screen.findByRole('link', { name: 'Tap to open the game' });
    expect(link).toHaveAttribute('href', 'https://games.example/lobby');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(link).toHaveFocus();
    expect(screen.getByText('Your browser blocked the new window.').closest('[role=status]')).toBeInTheDocument();
  });

  it('an expired link is replaced by another', async () => {
    let asked = 0;
    const { user } = await renderApp({
      path,
      member: true,
      handlers: [
        withGame(byLink),
        onGet('/api/autoLogin/{provider}/{user}/{password}', () => ({ link: `https://games.example/${++asked}` })),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Open game' }));
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    const open = await screen.findByRole('button', { name: 'Open game' });
    expect(open).toHaveFocus();
    await user.click(open);
    const link = await screen.findByRole('link', { name: 'Tap to open the game' });
    expect(link).toHaveAttribute('href', 'https://games.example/2');
  });

  it("a form is posted in a tap of its own, with the account's current data", async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
    let password = 'old';
    const { user } = await renderApp({
      path,
      member: true,
      handlers: [
        withGame(),
        onGet('/api/wallet/account/{slotCode}', () => ({
          username: 'kp7k3m9q2t4v',
          password,
          event: { action: 'https://games.example/login', method: 'POST', fields: { password } },
        })),
      ],
    });
    const open = await screen.findByRole('button', { name: 'Open game' });
    await screen.findByRole('textbox', { name: 'Username' });
    password = 'new';
    await user.click(open);
    await user.click(await screen.findByRole('button', { name: 'Tap to open the game' }));
    const form = submit.mock.contexts[0] as HTMLFormElement;
    expect(form.target).toBe('_blank');
    expect(new FormData(form).get('password')).toBe('new');
  });
});

describe("in another app's browser no empty tab is tried", () => {
  it.each([
    ['LINE', LINE, false, '_self', true],
    ['Facebook', FACEBOOK, false, '_self', false],
    ["LINE, in another site's frame", LINE, true, '_blank', false],
  ])('%s', async (_, text, iframe, target, external) => {
    agent(text);
    setConfig(makeConfig({ iframe }));
    const tried = vi.spyOn(window, 'open');
    const { user } = await renderApp({
      path,
      member: true,
      handlers: [withGame({ launch: { kind: 'url', provider: 'superslot' }, web: 'https://super.example/' })],
    });
    await user.click(await screen.findByRole('button', { name: 'Open game' }));
    const link = await screen.findByRole('link', { name: 'Tap to open the game' });
    expect(link).toHaveAttribute('target', target);
    expect(tried).not.toHaveBeenCalled();
    const out = screen.queryByRole('link', { name: 'Open in browser' });
    if (external) expect(out).toHaveAttribute('href', expect.stringContaining('openExternalBrowser=1'));
    else expect(out).toBeNull();
  });
});

describe("the game's own apps", () => {
  const apps = { android: 'https://g.example/app.apk', ios: 'https://g.example/ios' };
  it.each([
    ['Android', 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36', ['Android app']],
    ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/15E148 Safari/604.1', ['iOS app']],
    ['a computer', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156 Safari/537.36', ['Android app', 'iOS app']],
  ])('on %s', async (_, text, names) => {
    agent(text);
    await renderApp({ path, member: true, handlers: [withGame(apps)] });
    const found = await screen.findAllByRole('link', { name: /app$/ });
    expect(found.map((link) => link.textContent)).toEqual(names);
  });

  it("open in the same window inside another app's browser, which has no other", async () => {
    agent(LINE);
    await renderApp({ path, member: true, handlers: [withGame(apps)] });
    expect(await screen.findByRole('link', { name: 'Android app' })).toHaveAttribute('target', '_self');
  });
});

it('keeps the amount of the next transfer, typed before the first answer', async () => {
  const answer = gate();
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      withGame(),
      onPost('/api/wallet/transfer', ({ body }) =>
        answer.passed.then(() => ({
          message: 'SUCCESS' as const,
          status: 'SUCCESS' as const,
          amount: body.amount,
          reference: 'r',
        })),
      ),
    ],
  });
  const amount = await screen.findByRole('textbox', { name: /Amount to move/ });
  await user.type(amount, '100');
  await user.click(screen.getByRole('button', { name: 'Transfer only' }));
  await user.clear(amount);
  await user.type(amount, '25');
  answer.open();
  expect(await screen.findByText('฿100.00 is in the game now.')).toBeInTheDocument();
  expect(amount).toHaveValue('25');
});
