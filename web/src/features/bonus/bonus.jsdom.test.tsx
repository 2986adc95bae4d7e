import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { pass, stopClock } from '@/testing/clock';
import { gate } from '@/testing/gate';
import { onGet, refuse } from '@/testing/handlers';
import { BONUSES, makeActive, makeBonus, NO_BONUS } from '@/testing/offer-factories';
import { renderApp } from '@/testing/render-app';

const path = '/user/bonus';
const sheet = (code: string) => `${path}?sheet=bonus&code=${code}`;

beforeEach(rememberAgreement);

it('shows each bonus with its amount, and whether it can be received', async () => {
  const { user, at } = await renderApp({ path, member: true });
  const cards = within(await screen.findByRole('region', { name: 'Choose a bonus' }));
  expect(await cards.findByRole('button', { name: /100% Welcome bonus/ })).toBeEnabled();
  expect(cards.getByRole('button', { name: /Received today 50% Daily bonus/ })).toBeDisabled();
  await user.click(cards.getByRole('button', { name: /฿100 Weekly bonus/ }));
  expect(at()).toBe(sheet('WEEKLY'));
});

it('shows all terms before the button, with an example in baht and the notice filled in', async () => {
  await renderApp({
    path: sheet('WELCOME100'),
    member: true,
    handlers: [onGet('/api/lookup/notice', () => ({ notice: '<p>at <b>%percentFail%%</b></p>' }))],
  });
  const terms = await screen.findByRole('region', { name: 'Conditions' });
  for (const text of [
    'You get 100% of your latest deposit, up to ฿1,000.00',
    'Deposit at least ฿100.00 within 24 hours before',
    'your total reaches 300% of deposit and bonus',
    'At 5% the condition ends',
    'You have 14 days',
    'you can’t withdraw or receive another bonus',
    'Times you can receive it: 1',
    'deposit ฿100.00, get ฿100.00 more',
    'at a total of ฿600.00',
  ])
    expect(terms).toHaveTextContent(text);
  expect(await screen.findByText('5%')).toBeInTheDocument();
  expect(await screen.findByText('Twice the start')).toBeInTheDocument();
});

it('receives a bonus once, however often it is tapped, and shows what is left to do', async () => {
  const keys: (string | null)[] = [];
  const answer = gate();
  let active = NO_BONUS;
  const { user, at } = await renderApp({
    path: sheet('WELCOME100'),
    member: true,
    handlers: [
      onGet('/api/bonus/check/active', () => active),
      onGet('/api/bonus/activate/{code}', async ({ params, request }) => {
        expect(params.code).toBe('WELCOME100');
        keys.push(request.headers.get('Idempotency-Key'));
        await answer.passed;
        active = makeActive();
        return { message: 'SUCCESS' };
      }),
    ],
  });
  const button = await screen.findByRole('button', { name: 'Receive bonus' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.dblClick(button);
  expect(button).toBeDisabled();
  answer.open();
  const current = await screen.findByRole('region', { name: 'Current bonus' });
  await waitFor(() => expect(at()).toBe(path));
  expect(current).toHaveTextContent('฿590.00 to go');
  expect(within(current).getByRole('progressbar', { name: 'Target ฿1,250.00' })).toHaveAttribute('aria-valuenow', '50');
  expect(current).toHaveTextContent('If your total falls to ฿70.00');
  expect(current).toHaveTextContent('฿50.00 of your total is your own money');
  expect(current).toHaveTextContent('Play it in: PG Slot, Joker Gaming');
  expect(screen.queryByRole('textbox', { name: 'Promotion code' })).toBeNull();
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatch(/^\S+$/);
});

it('explains how to meet what a refusal asks for', async () => {
  const { user, at } = await renderApp({
    path: sheet('WELCOME100'),
    member: true,
    handlers: [
      onGet('/api/bonus/activate/{code}', () => {
        throw refuse(409, 'BONUS_CONDITION_DEPOSIT');
      }),
    ],
  });
  const button = await screen.findByRole('button', { name: 'Receive bonus' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('needs a matching deposit first');
  await user.click(within(alert).getByRole('button', { name: 'Deposit' }));
  expect(at()).toContain('sheet=deposit');
});

it.each([
  ['WEEKLY', makeActive(), 'You already have a bonus'],
  ['DAILY50', NO_BONUS, 'Received today'],
])('disables %s with its reason', async (code, active, reason) => {
  await renderApp({ path: sheet(code), member: true, handlers: [onGet('/api/bonus/check/active', () => active)] });
  expect(await screen.findByText(new RegExp(reason), { selector: 'p' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Receive bonus' })).toBeDisabled();
});

it('sends no request while offline', async () => {
  await renderApp({ path: sheet('WEEKLY'), member: true });
  const button = await screen.findByRole('button', { name: 'Receive bonus' });
  await waitFor(() => expect(button).toBeEnabled());
  act(() => onlineManager.setOnline(false));
  expect(button).toBeDisabled();
  expect(screen.getByText('You can receive it when you are online again')).toBeInTheDocument();
  act(() => onlineManager.setOnline(true));
});

it('has only an OK on the one in use', async () => {
  const inUse = makeBonus({ userBonus: { _id: 'u', isActive: true, received: [] } });
  const { user, at } = await renderApp({
    path: sheet('WELCOME100'),
    member: true,
    handlers: [onGet('/api/bonus', () => [inUse]), onGet('/api/bonus/check/active', () => makeActive())],
  });
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('button', { name: 'Receive bonus' })).toBeNull();
  await waitFor(() => expect(at()).toBe(path));
});

it('reads the games once when the page opens, and again only at a tap', async () => {
  let looks = 0;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/bonus/check/active', () => makeActive()),
      onGet('/api/bonus/check/minimum', () => {
        looks++;
        return { result: false, floor: 70, target: 1250, total: 660 };
      }),
    ],
  });
  const button = await screen.findByRole('button', { name: 'Refresh' });
  await waitFor(() => expect(button).toBeEnabled());
  expect(looks).toBe(1);
  await user.click(button);
  await waitFor(() => expect(looks).toBe(2));
  await waitFor(() => expect(button).toBeEnabled());
  expect(looks).toBe(2);
});

it("says which game can not be read, and still shows the ledger's figures", async () => {
  await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/bonus/check/active', () => makeActive()),
      onGet('/api/bonus/check/minimum', () => {
        throw refuse(503, 'TRY_AGAIN', { game: 'pgslot', name: 'PG Slot' });
      }),
    ],
  });
  expect(await screen.findByText(/PG Slot is not available right now/)).toBeInTheDocument();
  expect(screen.getByText('฿590.00 to go')).toBeInTheDocument();
});

it('reports that the condition ended while the page was read', async () => {
  let active = makeActive();
  await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/bonus/check/active', () => active),
      onGet('/api/bonus/check/minimum', () => {
        active = NO_BONUS;
        return { result: true, floor: 70, target: 1250, total: 1300 };
      }),
    ],
  });
  expect(await screen.findByText('The bonus has ended')).toBeInTheDocument();
  expect(await screen.findByRole('textbox', { name: 'Promotion code' })).toBeInTheDocument();
});

it('shows turnover if it is required, and the total only if it counts', async () => {
  const turnover = { required: 1000, done: 250 };
  await renderApp({
    path,
    member: true,
    handlers: [onGet('/api/bonus/check/active', () => makeActive({ end: 'turnover', turnover }))],
  });
  expect(await screen.findByRole('progressbar', { name: 'Played ฿250.00 of ฿1,000.00' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
  expect(screen.getByText('฿750.00 to play')).toBeInTheDocument();
  expect(screen.getAllByRole('progressbar')).toHaveLength(1);
});

it('gives up only after a question about what goes back and what stays', async () => {
  let active = makeActive();
  const asked: string[] = [];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/bonus/check/active', () => active),
      onGet('/api/bonus/clear', ({ request }) => {
        asked.push(new URL(request.url).search);
        active = NO_BONUS;
        return { message: 'BONUS_CLEAR', status: 'SUCCESS', outcome: 'FAILED', returned: 200 };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel bonus' }));
  const question = await screen.findByRole('alertdialog', { name: 'Cancel this bonus?' });
  expect(question).toHaveTextContent('Bonus that goes back฿200.00');
  expect(question).toHaveTextContent('Left, and yours฿460.00');
  expect(asked).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Cancel bonus' }));
  await waitFor(() => expect(screen.getByText('The bonus has ended')).toBeInTheDocument());
  expect(asked).toEqual(['?giveUp=true']);
  expect(await screen.findByRole('textbox', { name: 'Promotion code' })).toBeInTheDocument();
});

it('an alert tells why it could not be given up', async () => {
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/bonus/check/active', () => makeActive()),
      onGet('/api/bonus/clear', () => {
        throw refuse(503, 'TRY_AGAIN', { game: 'joker', name: 'Joker Gaming' });
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel bonus' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Cancel bonus' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent('Joker Gaming is not available right now');
});

it('follows a condition that is ending until it has ended', async () => {
  let asks = 0;
  stopClock();
  await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/bonus/check/active', () =>
        asks++ === 0 ? makeActive({ state: 'ending', reason: 'BONUS_GIVEN_UP' }) : NO_BONUS,
      ),
    ],
  });
  expect(await screen.findByText('You gave the bonus up')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Cancel bonus' })).toBeNull();
  await pass(4000);
  expect(await screen.findByText('The bonus has ended')).toBeInTheDocument();
});

it('asks for a code, writes it in capitals, and shows the promotion with its terms before the button', async () => {
  const { user, at } = await renderApp({ path, member: true });
  const field = await screen.findByRole('textbox', { name: 'Promotion code' });
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a promotion code');
  await user.type(field, 'welcome');
  expect(field).toHaveValue('WELCOME');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(at()).toBe(`${path}?sheet=promotion&code=WELCOME`);
  const found = await screen.findByRole('dialog', { name: 'WELCOME' });
  expect(found).toHaveTextContent('A present for new members');
  expect(found).toHaveTextContent('At 5% the condition ends');
  await waitFor(() => expect(within(found).getByRole('button', { name: 'Receive bonus' })).toBeEnabled());
  await user.click(within(found).getByRole('button', { name: 'Receive bonus' }));
  expect(await screen.findByText('Bonus received')).toBeInTheDocument();
  await waitFor(() => expect(at()).toBe(path));
});

it('searches, and says when there is no such promotion', async () => {
  const answer = gate();
  await renderApp({
    path: `${path}?sheet=promotion&code=nothing`,
    member: true,
    handlers: [
      onGet('/api/promotion/find/{code}', async () => {
        await answer.passed;
        throw refuse(404, 'NO_PROMOTION');
      }),
    ],
  });
  expect(await screen.findByText('Searching…')).toBeInTheDocument();
  answer.open();
  expect(await screen.findByText('Promotion NOTHING was not found')).toBeInTheDocument();
});

it('offers a retry, and says when there are no bonuses', async () => {
  let broken = true;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/bonus', () => {
        if (broken) throw refuse(409, 'TRY_AGAIN');
        return [];
      }),
    ],
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await user.click(again);
  expect(await screen.findByText('There are no bonuses right now')).toBeInTheDocument();
});

it('is two clicks from home, where a dot marks one in use', async () => {
  const { user, at } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [onGet('/api/bonus/check/active', () => makeActive()), onGet('/api/bonus', () => BONUSES)],
  });
  await user.click(await screen.findByRole('link', { name: /^Bonus ?\(a bonus is in use\)$/ }));
  expect(at()).toBe(path);
});
