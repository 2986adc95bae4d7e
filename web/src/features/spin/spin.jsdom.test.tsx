import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Coupon } from '@/shared/api/wire';
import { PATHS } from '@/shared/paths';
import { rememberAgreement } from '@/shared/session/agreement';
import { makeProfile, makeWallet } from '@/testing/factories';
import { gate } from '@/testing/gate';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { makeProtection } from '@/testing/protection-handlers';
import { renderApp } from '@/testing/render-app';
import { COUPONS, makeCoupon, makeProof, makeSetup } from '@/testing/spin-handlers';

const path = PATHS.spin;
const drawn = { success: true, label: '', remainingCoin: 2, proof: { seedHash: '', nonce: 2 } };

// jsdom has no layout, and a test need not wait five seconds for a wheel that is not drawn. spin.browser.test.tsx turns
// a real one.
beforeEach(() => {
  rememberAgreement();
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: true, media: query }) as MediaQueryList);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
});

const hub = () => screen.findByRole('button', { name: /^Spin/ });

it('spins once for a coin, announces the slice and leads to the prize', async () => {
  const asked: (string | null)[] = [];
  const coupons: Coupon[] = [];
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/spinwheel/spin', ({ request }) => {
        asked.push(request.headers.get('Idempotency-Key'));
        coupons.unshift(makeCoupon({ _id: 'new' }));
        return { ...drawn, result: 'C50' };
      }),
      onGet('/api/spinwheel/coupon', () => coupons),
    ],
  });
  expect(await screen.findByText('No coupons yet')).toBeInTheDocument();
  await user.click(await hub());
  expect(await screen.findByText('You won')).toBeInTheDocument();
  expect(asked).toEqual([expect.stringMatching(/^[\w-]{16,}/)]);
  expect(at()).toBe('/user/spin?sheet=prize&slice=C50');
  expect(screen.getByText('The wheel stopped at ฿50')).toBeInTheDocument();
  expect(screen.getByText('Coins left: 2')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Claim the prize' }));
  expect(await screen.findByRole('button', { name: 'Claim ฿50.00' })).toBeInTheDocument();
  expect(at()).toBe('/user/spin?sheet=claim&coupon=new');
});

it('reloads the wheel and the coupons when the prize is closed', async () => {
  const asked = { setup: 0, coupons: 0 };
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/spinwheel/spin', () => ({ ...drawn, result: 'C50' })),
      onGet('/api/spinwheel/setup', () => {
        asked.setup += 1;
        return makeSetup({ userCoin: 7 - asked.setup });
      }),
      onGet('/api/spinwheel/coupon', () => {
        asked.coupons += 1;
        return COUPONS;
      }),
    ],
  });
  await user.click(await hub());
  await screen.findByText('You won');
  const before = { ...asked };
  await user.keyboard('{Escape}');
  await waitFor(() => expect(at()).toBe(path));
  await waitFor(() => expect(asked.setup).toBeGreaterThan(before.setup));
  await waitFor(() => expect(asked.coupons).toBeGreaterThan(before.coupons));
  await waitFor(() => expect(screen.getByText(`Coins: ${7 - asked.setup}`)).toBeInTheDocument());
});

it('says so if a slice has no prize', async () => {
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [onPost('/api/spinwheel/spin', () => ({ ...drawn, result: 'NOTHING' }))],
  });
  await user.click(await hub());
  expect(await screen.findByText('No prize this time')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to the wheel' }));
  await waitFor(() => expect(at()).toBe('/user/spin'));
});

it('never says that there was no prize if that is unknown', async () => {
  let spun = false;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/spinwheel/spin', () => {
        spun = true;
        return { ...drawn, result: 'C100' };
      }),
      onGet('/api/spinwheel/coupon', () => {
        if (spun) throw refuse(400, 'INVALID_INPUT');
        return COUPONS;
      }),
    ],
  });
  await user.click(await hub());
  await waitFor(() => expect(within(screen.getByRole('dialog')).getByRole('alert')).toBeInTheDocument());
  expect(screen.queryByText('No prize this time')).not.toBeInTheDocument();
});

it('takes no second tap while it turns', async () => {
  const held = gate();
  let draws = 0;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/spinwheel/spin', async () => {
        draws += 1;
        await held.passed;
        return { ...drawn, result: 'C50' };
      }),
    ],
  });
  const button = await hub();
  await user.click(button);
  expect(button).toBeDisabled();
  expect(screen.getByText('Turning…')).toBeInTheDocument();
  fireEvent.click(button);
  held.open();
  await screen.findByText('You won');
  expect(draws).toBe(1);
});

it('asks for the same draw again if no answer came', async () => {
  const keys: (string | null)[] = [];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/spinwheel/spin', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        if (keys.length === 1) throw refuse(500, 'INTERNAL_SERVER_ERROR');
        return { ...drawn, result: 'C50' };
      }),
    ],
  });
  await user.click(await hub());
  expect(await screen.findByText('The wheel did not turn')).toBeInTheDocument();
  await user.click(await hub());
  await screen.findByText('You won');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it("shows the server's refusal and what is true now", async () => {
  let coins = 1;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/spinwheel/setup', () => makeSetup({ userCoin: coins })),
      onPost('/api/spinwheel/spin', () => {
        coins = 0;
        throw refuse(409, 'NO_COIN');
      }),
    ],
  });
  await user.click(await hub());
  expect(await screen.findByText('You have no coins to spin')).toBeInTheDocument();
  await waitFor(async () => expect(await hub()).toBeDisabled());
  expect(screen.getByText(/Deposit and play/)).toBeInTheDocument();
});

it('is disabled without coins, and shows the coins that still wait for play', async () => {
  await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/spinwheel/setup', () => makeSetup({ userCoin: 0 })),
      onGet('/api/wallet', () => makeWallet({ profile: makeProfile({ coin: 0, pendingCoin: 4 }) })),
    ],
  });
  expect(await hub()).toBeDisabled();
  expect(await screen.findByText('4 more become usable as you play what you deposited')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Deposit' })).toBeInTheDocument();
});

it('is disabled without a network and says why', async () => {
  await renderApp({ path, member: true });
  expect(await hub()).toBeEnabled();
  act(() => onlineManager.setOnline(false));
  expect(await hub()).toBeDisabled();
  expect(screen.getByText('You can spin when you are online again')).toBeInTheDocument();
});

it('is disabled while the member takes a break, like its coupons', async () => {
  const breakUntil = new Date(Date.now() + 86_400_000).toISOString();
  await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/account/protection', () => makeProtection({ breakUntil })),
      onGet('/api/spinwheel/coupon', () => [makeCoupon()]),
    ],
  });
  expect(await screen.findByText(/^You are on a break until/)).toBeInTheDocument();
  await waitFor(async () => expect(await hub()).toBeDisabled());
  await waitFor(() => expect(screen.getByRole('button', { name: /^Claim/ })).toBeDisabled());
});

it('is closed if there is no wheel; coupons can still be claimed', async () => {
  await renderApp({
    path,
    member: true,
    handlers: [onGet('/api/spinwheel/setup', () => makeSetup({ activeSpinwheel: null }))],
  });
  expect(await screen.findByText('The wheel is closed')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Claim ฿50.00' })).toBeEnabled();
});

it('shows the chance of every slice', async () => {
  await renderApp({ path, member: true });
  const gift = (await screen.findByText('ของขวัญ')).closest('li');
  expect(gift).toHaveTextContent('0.1%');
});

it('lists coupons three a page; one that has expired can’t be claimed', async () => {
  const { user } = await renderApp({ path, member: true });
  const claims = await screen.findAllByRole('button', { name: /^Claim ฿|^Claim Coins/ });
  expect(claims.map((button) => (button as HTMLButtonElement).disabled)).toEqual([false, false, true]);
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(screen.getByRole('button', { name: 'Claim ฿20.00' })).toBeEnabled();
  expect(screen.getAllByRole('button', { name: /^Claim/ })).toHaveLength(1);
});

it('claims once however often the button is tapped, and shows the prize', async () => {
  const claimed: string[] = [];
  let coupons = COUPONS;
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/spinwheel/coupon', () => coupons),
      onPost('/api/spinwheel/coupon/claim', ({ body }) => {
        claimed.push(body.coupon);
        coupons = COUPONS.slice(1);
        return { message: 'SUCCESS', amount: 50 };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Claim ฿50.00' }));
  const sheet = await screen.findByRole('dialog');
  expect(within(sheet).getByText(/Prize money above ฿20 comes with a condition/)).toBeInTheDocument();
  const button = within(sheet).getByRole('button', { name: 'Claim ฿50.00' });
  for (let i = 0; i < 5; i++) fireEvent.click(button);
  expect(await screen.findByText('฿50.00 received')).toBeInTheDocument();
  expect(claimed).toEqual(['c1']);
  await waitFor(() => expect(at()).toBe('/user/spin'));
});

it('links to the bonus that blocks it', async () => {
  const { user } = await renderApp({
    path: `${path}?sheet=claim&coupon=c1`,
    member: true,
    handlers: [
      onPost('/api/spinwheel/coupon/claim', () => {
        throw refuse(409, 'BONUS_REMAINING');
      }),
    ],
  });
  // The page below has a button of that name too, and may be drawn first.
  await screen.findByText(/Prize money above ฿20 comes with a condition/);
  const sheet = within(screen.getByRole('dialog'));
  await user.click(sheet.getByRole('button', { name: 'Claim ฿50.00' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('A bonus condition is still active');
  expect(within(alert).getByRole('link', { name: 'See the current bonus' })).toHaveAttribute('href', PATHS.bonus);
});

it('reports an unknown coupon', async () => {
  await renderApp({ path: `${path}?sheet=claim&coupon=elsewhere`, member: true });
  expect(await screen.findByText(/has been used, or is not yours/)).toBeInTheDocument();
});

it('recalculates the draws of a revealed seed and finds them right', async () => {
  await renderApp({ path: `${path}?sheet=proof`, member: true });
  expect(await screen.findByText('Draws checked, all right: 8')).toBeInTheDocument();
  expect(await screen.findByText('Number 6: 1 เหรียญ')).toBeInTheDocument();
});

it('shows a draw that the seed does not give', async () => {
  const proof = makeProof();
  proof.seeds[1]!.draws[3]!.slice = 'C100';
  await renderApp({
    path: `${path}?sheet=proof`,
    member: true,
    handlers: [onGet('/api/spinwheel/proof', () => proof)],
  });
  expect(await screen.findByText(/Draws that differ: 1/)).toBeInTheDocument();
  expect(await screen.findByText('Number 3: ฿100 · Calculated: ฿50')).toBeInTheDocument();
});

it("reveals the seed with the member's own new text", async () => {
  const sent: unknown[] = [];
  const setup = makeSetup().proof;
  const { user } = await renderApp({
    path: `${path}?sheet=proof`,
    member: true,
    handlers: [
      onPost('/api/spinwheel/proof/rotate', ({ body }) => {
        sent.push(body);
        return { seed: '00', seedHash: setup.seedHash, clientSeed: setup.clientSeed, nextHash: setup.nextHash };
      }),
    ],
  });
  const field = await screen.findByRole('textbox', { name: 'Your own text' });
  await user.clear(field);
  const button = screen.getByRole('button', { name: 'Reveal it and start a new one' });
  expect(button).toBeDisabled();
  await user.type(field, 'my luck');
  await user.click(button);
  expect(await screen.findByText(/the new one is the one shown before/)).toBeInTheDocument();
  expect(sent).toEqual([{ clientSeed: 'my luck' }]);
});

it('keeps the text for the next seed, typed before the first answer', async () => {
  const answer = gate();
  const setup = makeSetup().proof;
  const { user } = await renderApp({
    path: `${path}?sheet=proof`,
    member: true,
    handlers: [
      onPost('/api/spinwheel/proof/rotate', async () => {
        await answer.passed;
        return { seed: '00', seedHash: setup.seedHash, clientSeed: 'first', nextHash: setup.nextHash };
      }),
    ],
  });
  const field = await screen.findByRole('textbox', { name: 'Your own text' });
  await user.clear(field);
  await user.type(field, 'first');
  await user.click(screen.getByRole('button', { name: 'Reveal it and start a new one' }));
  await user.clear(field);
  await user.type(field, 'second');
  answer.open();
  await screen.findByText(/the new one is the one shown before/);
  expect(field).toHaveValue('second');
});

it('shows a new seed that does not match the fingerprint shown before', async () => {
  const { user } = await renderApp({
    path: `${path}?sheet=proof`,
    member: true,
    handlers: [
      onPost('/api/spinwheel/proof/rotate', () => ({
        seed: '00',
        seedHash: makeSetup().proof.seedHash,
        clientSeed: 'marigold',
        nextHash: 'e'.repeat(64),
      })),
    ],
  });
  expect(await screen.findByText('f'.repeat(64))).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Reveal it and start a new one' }));
  expect(await screen.findByText(/not the one shown before/)).toBeInTheDocument();
});

it('says nothing about the fingerprint if the seed was replaced elsewhere meanwhile', async () => {
  const { user } = await renderApp({
    path: `${path}?sheet=proof`,
    member: true,
    handlers: [
      onPost('/api/spinwheel/proof/rotate', () => ({ seed: '00', seedHash: 'a', clientSeed: 'b', nextHash: 'c' })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Reveal it and start a new one' }));
  expect(await screen.findByText('The old seed is revealed and a new one is in use')).toBeInTheDocument();
});
