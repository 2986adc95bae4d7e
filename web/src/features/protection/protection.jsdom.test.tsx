import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Protection } from '@/shared/api/wire';
import { rememberAgreement } from '@/shared/session/agreement';
import { pass, stopClock } from '@/testing/clock';
import { makeStatementRow } from '@/testing/factories';
import { onDelete, onGet, onPost, onPut, refuse } from '@/testing/handlers';
import { makeLimit, makeProtection, SESSIONS } from '@/testing/protection-handlers';
import { renderApp } from '@/testing/render-app';

const path = '/user/profile?sheet=protection';
const DAY = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const sent = vi.fn();
const protection = (state: () => Protection) => onGet('/api/account/protection', state);

beforeEach(() => {
  rememberAgreement();
  sent.mockReset();
});

describe('limits', () => {
  it('shows for each how much is used and left, and what waits', async () => {
    const limits = [
      makeLimit({ amount: 1000, used: 350, left: 650, next: { amount: 2000, from: later(DAY) } }),
      makeLimit({ period: 'week', amount: 3000, used: 3000, left: 0, next: { amount: null, from: later(DAY) } }),
    ];
    await renderApp({ path, member: true, handlers: [protection(() => makeProtection({ limits }))] });
    const list = await screen.findByRole('region', { name: 'Your limits' });
    expect(within(list).getByRole('progressbar', { name: 'Deposits in a day' })).toHaveAttribute('aria-valuenow', '35');
    for (const text of ['฿350.00 used', '฿650.00 left', 'You asked for ฿2,000.00', 'You asked to end this limit'])
      expect(list).toHaveTextContent(text);
    expect(list).toHaveTextContent(/Used up\. It begins again on/);
    expect(within(list).getByRole('button', { name: /^Deposits in a month ?No limit$/ })).toBeInTheDocument();
  });

  it('sets a first one, at once', async () => {
    let limits: Protection['limits'] = [];
    const { user, at } = await renderApp({
      path,
      member: true,
      handlers: [
        protection(() => makeProtection({ limits })),
        onPut('/api/account/protection/limit', ({ body, request }) => {
          sent(body, request.headers.get('Idempotency-Key'));
          limits = [makeLimit({ amount: 500, used: 0, left: 500 })];
          return { message: 'SUCCESS' };
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: /^Deposits in a day ?No limit$/ }));
    const sheet = await screen.findByRole('dialog', { name: 'Deposits in a day' });
    await user.click(await within(sheet).findByRole('button', { name: 'Set limit' }));
    expect(within(sheet).getByText('Please enter an amount')).toBeInTheDocument();
    expect(sent).not.toHaveBeenCalled();
    await user.type(within(sheet).getByLabelText('At most, in baht'), '500');
    expect(sheet).toHaveTextContent('Counts at once.');
    await user.click(within(sheet).getByRole('button', { name: 'Set limit' }));
    expect(await screen.findByText('Your limit counts from now on')).toBeInTheDocument();
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      { kind: 'deposit', period: 'day', amount: 500 },
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    );
    await waitFor(() => expect(at()).toBe(path));
  });

  it('says that a looser one waits, and removes a limit', async () => {
    const { user } = await renderApp({
      path: '/user/profile?sheet=limit&kind=deposit&period=day',
      member: true,
      handlers: [
        protection(() => makeProtection({ limits: [makeLimit()] })),
        onPut('/api/account/protection/limit', ({ body }) => {
          sent(body);
          return { message: 'SUCCESS' };
        }),
      ],
    });
    const amount = await screen.findByLabelText('At most, in baht');
    await user.type(amount, '900');
    expect(screen.getByText('Tighter: counts at once.')).toBeInTheDocument();
    await user.clear(amount);
    await user.type(amount, '5000');
    expect(screen.getByText(/^Looser: counts after 24 hours.*stays ฿1,000\.00/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'End this limit' }));
    expect(await screen.findByText('Noted. You can confirm it after 24 hours.')).toBeInTheDocument();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ kind: 'deposit', period: 'day', amount: null });
  });

  it('confirms the looser one when its time has come, and not before', async () => {
    let limits = [makeLimit({ next: { amount: 2000, from: later(DAY) } })];
    const open = (handlers: Parameters<typeof renderApp>[0]['handlers']) =>
      renderApp({ path: '/user/profile?sheet=limit&kind=deposit&period=day', member: true, handlers: handlers ?? [] });
    const early = await open([protection(() => makeProtection({ limits }))]);
    await screen.findByText(/You asked for ฿2,000\.00/);
    expect(screen.queryByRole('button', { name: 'Confirm the change' })).toBeNull();
    early.unmount();
    limits = [makeLimit({ next: { amount: 2000, from: later(-1) } })];
    const { user } = await open([
      protection(() => makeProtection({ limits })),
      onPost('/api/account/protection/limit/confirm', ({ body }) => {
        sent(body);
        limits = [makeLimit({ amount: 2000, left: 1650 })];
        return { message: 'SUCCESS' };
      }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Confirm the change' }));
    expect(await screen.findByText('At most ฿2,000.00')).toBeInTheDocument();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ kind: 'deposit', period: 'day' });
  });
});

describe('a pause', () => {
  it('explains the consequences, asks, and blocks play', async () => {
    let state = makeProtection();
    const { user } = await renderApp({
      path: '/user/home?sheet=pause',
      member: true,
      handlers: [
        protection(() => state),
        onPost('/api/account/protection/break', ({ body }) => {
          sent(body);
          state = makeProtection({ breakUntil: later(7 * DAY), comingHome: true });
          return { message: 'SUCCESS', until: state.breakUntil ?? '' };
        }),
      ],
    });
    await user.click(await screen.findByRole('radio', { name: '7 days' }));
    const happens = screen.getByRole('region', { name: 'What happens' });
    expect(happens).toHaveTextContent('All games shut at once');
    expect(happens).toHaveTextContent('Withdrawing stays open.');
    await user.click(screen.getByRole('button', { name: /^Begin the break · Until/ }));
    const question = await screen.findByRole('alertdialog', { name: /^Take a break until/ });
    expect(question).toHaveTextContent('It can’t be undone or shortened.');
    expect(sent).not.toHaveBeenCalled();
    await user.click(within(question).getByRole('button', { name: 'Begin the break' }));
    expect(await screen.findByText(/^You are on a break until/)).toBeInTheDocument();
    expect(screen.getByText('Money in games is on its way to your wallet.')).toBeInTheDocument();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ days: 7 });
  });

  it('requires a typed word before an exclusion', async () => {
    const { user } = await renderApp({
      path: '/user/home?sheet=pause',
      member: true,
      handlers: [
        onPost('/api/account/protection/exclude', ({ body }) => {
          sent(body);
          return { message: 'SUCCESS', until: later(365 * DAY) };
        }),
      ],
    });
    await user.click(await screen.findByRole('radio', { name: '1 year' }));
    const button = screen.getByRole('button', { name: /^Exclude myself · Until/ });
    expect(button).toBeDisabled();
    await user.type(screen.getByLabelText('Type “STOP” to confirm'), 'stop');
    expect(button).toBeEnabled();
    await user.click(button);
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Exclude myself' }));
    expect(await screen.findByText(/^Play is shut until/)).toBeInTheDocument();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ months: 12 });
  });
});

describe('for a member that is shut out', () => {
  const shut = [protection(() => makeProtection({ excludedUntil: later(200 * DAY) }))];

  it('the deposit shows no account, and leads to the withdrawal', async () => {
    const { user, at } = await renderApp({ path: '/user/home?sheet=deposit', member: true, handlers: shut });
    const sheet = await screen.findByRole('dialog', { name: 'Deposit' });
    expect(await within(sheet).findByText(/^You excluded yourself until/)).toBeInTheDocument();
    expect(sheet).toHaveTextContent('Please don’t transfer to our accounts');
    expect(within(sheet).queryByRole('tab')).toBeNull();
    await user.click(within(sheet).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(at()).toBe('/user/home?sheet=withdraw'));
  });

  it('a game shows neither credentials nor a launch button', async () => {
    await renderApp({ path: '/user/home?sheet=game&code=joker', member: true, handlers: shut });
    const sheet = await screen.findByRole('dialog');
    expect(await within(sheet).findByText(/^You excluded yourself until/)).toBeInTheDocument();
    expect(within(sheet).queryByRole('button', { name: 'Play' })).toBeNull();
    expect(within(sheet).queryByLabelText('Amount')).toBeNull();
  });

  it.each([
    ['/user/bonus?sheet=bonus&code=WELCOME100', 'Receive bonus'],
    ['/user/home?sheet=refund', /^Add .* to wallet$/],
    ['/user/home?sheet=invite', 'Receive ฿120.00'],
  ])('nothing is taken at %s', async (path, button) => {
    await renderApp({ path, member: true, handlers: shut });
    const found = await screen.findAllByRole('button', { name: button });
    const sheet = screen.getByRole('dialog');
    expect(await within(sheet).findByText(/^You excluded yourself until/)).toBeInTheDocument();
    await waitFor(() => {
      for (const one of found) expect(one).toBeDisabled();
    });
  });

  it('transfers back to the wallet still work', async () => {
    await renderApp({ path: '/user/home?sheet=transfer', member: true, handlers: shut });
    // Once the wallet has loaded, this is another sheet than the placeholder.
    await screen.findByLabelText('From');
    const sheet = screen.getByRole('dialog', { name: 'Transfer' });
    expect(await within(sheet).findByText(/^You excluded yourself until/)).toBeInTheDocument();
  });
});

it('opens by itself when a break ends, and asks the server again', async () => {
  stopClock();
  const breakUntil = later(60_000);
  const askedAfterwards = vi.fn();
  await renderApp({
    path: '/user/home?sheet=deposit',
    member: true,
    handlers: [
      protection(() => {
        if (Date.now() >= Date.parse(breakUntil)) askedAfterwards();
        return makeProtection({ breakUntil });
      }),
    ],
  });
  const sheet = await screen.findByRole('dialog', { name: 'Deposit' });
  expect(await within(sheet).findByText(/^You are on a break until/)).toBeInTheDocument();
  await pass(60_000);
  expect(await screen.findByRole('tablist')).toBeInTheDocument();
  expect(screen.queryByText(/^You are on a break until/)).toBeNull();
  await waitFor(() => expect(askedAfterwards).toHaveBeenCalled());
});

it("learns of it from the server's refusal", async () => {
  let state = makeProtection();
  const { user } = await renderApp({
    path: '/user/home?sheet=transfer&from=WALLET&to=joker',
    member: true,
    handlers: [
      protection(() => state),
      onPost('/api/wallet/transfer', () => {
        state = makeProtection({ breakUntil: later(DAY) });
        throw refuse(403, 'SELF_EXCLUDED', { until: state.breakUntil });
      }),
    ],
  });
  await user.type(await screen.findByLabelText('Amount'), '100');
  await user.click(screen.getByRole('button', { name: /^Transfer ฿100/ }));
  expect((await screen.findAllByText(/^You are on a break until/)).length).toBeGreaterThan(0);
});

it('shows before a transfer how much the loss limit still lets into games', async () => {
  const limits = [makeLimit({ kind: 'loss', period: 'week', amount: 1000, used: 200, left: 0 })];
  await renderApp({
    path: '/user/home?sheet=transfer',
    member: true,
    handlers: [protection(() => makeProtection({ limits }))],
  });
  await screen.findByLabelText('From');
  expect(await screen.findByText(/^Your loss limit of ฿1,000\.00 leaves nothing more/)).toBeInTheDocument();
});

describe('before a deposit', () => {
  it('shows what the limit leaves, and the link to it once nothing is left', async () => {
    let limits = [makeLimit({ left: 650 })];
    const handlers = [protection(() => makeProtection({ limits }))];
    const first = await renderApp({ path: '/user/home?sheet=deposit', member: true, handlers });
    expect(await screen.findByText(/^Your limit leaves ฿650\.00 to deposit until/)).toBeInTheDocument();
    expect(await screen.findByRole('tablist')).toBeInTheDocument();
    first.unmount();
    limits = [makeLimit({ used: 1000, left: 0 })];
    const { user, at } = await renderApp({ path: '/user/home?sheet=deposit', member: true, handlers });
    expect(await screen.findByText(/^Your deposit limit of ฿1,000\.00 is used up/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Your limits' }));
    await waitFor(() => expect(at()).toBe('/user/home?sheet=protection'));
  });

  it("shows the member's own reminder, once today's deposits have reached it", async () => {
    const today = onPost('/api/statement', () => ({
      total: 1,
      statements: [makeStatementRow({ amount: 600, createdAt: new Date().toISOString() })],
    }));
    const { user, unmount } = await renderApp({ path, member: true, handlers: [today] });
    await user.selectOptions(await screen.findByLabelText('Remind me from, a day'), '฿500');
    unmount();
    await renderApp({ path: '/user/home?sheet=deposit', member: true, handlers: [today] });
    expect(await screen.findByText(/You have deposited ฿600\.00 today.*from ฿500\.00/)).toBeInTheDocument();
  });
});

it('shows deposits and withdrawals, and this login and the one before', async () => {
  await renderApp({ path, member: true });
  const net = await screen.findByRole('region', { name: 'Since you joined' });
  for (const line of ['Paid in฿12,500.00', 'Paid out฿4,300.50', 'More paid in than out฿8,199.50'])
    expect(net).toHaveTextContent(line);
  const login = screen.getByRole('region', { name: 'Your login' });
  expect(login).toHaveTextContent(/Login before(19|20)\/11\/2026/);
  expect(login).toHaveTextContent(/Agreement accepted01\/08\/2026/);
});

it('has a clock that leads to the limits', async () => {
  localStorage.setItem('visit', `${Date.now() - 65 * 60_000} ${Date.now() - 60_000}`);
  const { user, at } = await renderApp({ path: '/user/profile', member: true });
  await user.click(await screen.findByRole('button', { name: 'Here for 1:05 hours. Open Play safely' }));
  expect(at()).toBe(path);
});

it('lists the logins, marks this one, and ends another after a question', async () => {
  let sessions = SESSIONS;
  const { user } = await renderApp({
    path: '/user/profile?sheet=sessions',
    member: true,
    handlers: [
      onGet('/api/account/sessions', () => ({ sessions })),
      onDelete('/api/account/sessions/{id}', ({ params }) => {
        sent(params.id);
        sessions = sessions.filter((session) => session.id !== params.id);
        return { message: 'SUCCESS' };
      }),
    ],
  });
  const sheet = await screen.findByRole('dialog', { name: 'Where you are logged in' });
  const [own, other, unknown] = await within(sheet).findAllByRole('listitem');
  expect(own).toHaveTextContent(/Chrome · Android.*This device/);
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull();
  expect(unknown).toHaveTextContent('Unknown device');
  await user.click(within(other as HTMLElement).getByRole('button', { name: 'Log out Safari · iPhone' }));
  const question = await screen.findByRole('alertdialog', { name: 'Log out Safari · iPhone?' });
  await user.click(within(question).getByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('That device is logged out')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Safari · iPhone')).toBeNull());
  expect(sent).toHaveBeenCalledExactlyOnceWith('s2');
});

describe('the agreement', () => {
  it('is recorded with its version; if that fails, at the next visit', async () => {
    localStorage.clear();
    let broken = true;
    const record = onPost('/api/account/agreement', ({ body }) => {
      sent(body.version);
      if (broken) throw refuse(503, 'TRY_AGAIN');
      return { message: 'SUCCESS' };
    });
    const first = await renderApp({ path: '/user/profile?sheet=agreement', member: true, handlers: [record] });
    await screen.findByText(/20 ปีขึ้นไป/);
    await first.user.click(screen.getByRole('button', { name: 'Understood and accepted' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.stringMatching(/^en-[0-9a-f]{14}$/)));
    const [version] = sent.mock.calls[0] as [string];
    expect(localStorage.getItem('agreement-version')).toBe(version);
    first.unmount();
    broken = false;
    await renderApp({ path: '/user/profile', member: true, handlers: [record] });
    await waitFor(() => expect(localStorage.getItem('agreement-version')).toBeNull());
    expect(sent.mock.calls.every(([told]) => told === version)).toBe(true);
  });
});

describe('proof of identity', () => {
  const guarded = (shown: () => boolean) => [
    onGet('/api/lookup/withdraw', () => ({ withdrawMin: 100, withdrawMax: 50_000 })),
    onPost('/api/wallet/withdraw', ({ body, request }) => {
      sent(body, request.headers.get('Idempotency-Key'), request.headers.get('Authorization'));
      if (!shown()) throw refuse(403, 'CONFIRM_IDENTITY');
      return { message: 'SUCCESS', status: 'IN_PROGRESS', reference: 'k3m9q2t4v6x7z8d' };
    }),
  ];
  const withdraw = async (handlers: ReturnType<typeof guarded>) => {
    const app = await renderApp({ path: '/user/home?sheet=withdraw', member: true, handlers });
    await app.user.type(await screen.findByLabelText('Amount'), '500');
    await app.user.click(screen.getByRole('button', { name: /^Withdraw ฿500/ }));
    return { ...app, question: await screen.findByRole('alertdialog', { name: 'Is it you?' }) };
  };

  it('asks for the password, and repeats the same request with the same key', async () => {
    let known = false;
    const { user, question } = await withdraw([
      ...guarded(() => known),
      onPost('/api/account/confirm', ({ body }) => {
        if (body.password !== 'password1') throw refuse(400, 'WRONG_PASSWORD');
        known = true;
        return { message: 'SUCCESS', until: later(300_000) };
      }),
    ]);
    await user.type(within(question).getByLabelText('Password'), 'nope{Enter}');
    expect(await within(question).findByText('The password is incorrect')).toBeInTheDocument();
    expect(sent).toHaveBeenCalledTimes(1);
    await user.clear(within(question).getByLabelText('Password'));
    await user.type(within(question).getByLabelText('Password'), 'password1');
    await user.click(within(question).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    expect(sent.mock.calls[1]).toEqual(sent.mock.calls[0]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('changes nothing if the member declines', async () => {
    const { user, question } = await withdraw(guarded(() => false));
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/enter your password to show that it is you/)).toBeInTheDocument();
    expect(sent).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('dialog', { name: 'Withdraw' })).toBeInTheDocument();
  });
});
