import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/shared/config';
import { rememberAgreement } from '@/shared/session/agreement';
import { makeConfig, makeSlot, makeWallet } from '@/testing/factories';
import { onGet, onPost } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

afterEach(() => vi.restoreAllMocks());

beforeEach(rememberAgreement);

it('opens an account on demand and then shows its keys', async () => {
  let open = false;
  const { user } = await renderApp({
    path: '/user/home?sheet=game&code=joker',
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
  expect(await screen.findByText('kp7k3m9q2t4v')).toBeInTheDocument();
  expect(screen.queryByText('Xy7-kal-29q')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show game password' }));
  expect(screen.getByText('Xy7-kal-29q')).toBeInTheDocument();
});

it("shows the operator's message at its game, in the member's language", async () => {
  const text = { th: 'ปิดปรับปรุงคืนนี้', lo: 'ປິດຄືນນີ້', en: 'Closed tonight' };
  setConfig(makeConfig({ gameNotice: { code: 'joker', text } }));
  await renderApp({
    path: '/user/home?sheet=game&code=joker',
    member: true,
    handlers: [onGet('/api/wallet', () => makeWallet({ slots: [makeSlot({ isActive: true })] }))],
  });
  expect(await screen.findByText('Closed tonight')).toBeInTheDocument();
});

it('only opens the game when there is nothing in the wallet', async () => {
  await renderApp({
    path: '/user/home?sheet=game&code=joker',
    member: true,
    handlers: [
      onGet('/api/wallet', () =>
        makeWallet({
          slots: [makeSlot({ isActive: true })],
          wallet: { amount: 0, reserved: 0, held: 0, owed: 0, currency: 'BAHT' },
        }),
      ),
    ],
  });
  expect(await screen.findByRole('button', { name: 'Open game' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Transfer only' })).toBeNull();
});

it('gives a link where the browser blocks the tab', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await renderApp({
    path: '/user/home?sheet=game&code=pgslot',
    member: true,
    handlers: [
      onGet('/api/autoLogin/{provider}/{user}/{password}', ({ params }) => {
        expect(params.password).toBe('-');
        return { link: 'https://games.example/lobby' };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Open game' }));
  expect(await screen.findByRole('link', { name: 'Tap to open the game' })).toHaveAttribute(
    'href',
    'https://games.example/lobby',
  );
});

it('moves first, then sends the tab that the tap opened to the game', async () => {
  const replace = vi.fn();
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace }, closed: false, opener: null } as never);
  let moved = false;
  const { user } = await renderApp({
    path: '/user/home?sheet=game&code=pgslot',
    member: true,
    handlers: [
      onPost('/api/wallet/transfer', () => {
        moved = true;
        return { message: 'SUCCESS', status: 'SUCCESS', reference: 'r' };
      }),
      onGet('/api/autoLogin/{provider}/{user}/{password}', () => {
        expect(moved).toBe(true);
        return { link: 'https://games.example/lobby' };
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: /Amount to move/ }), '200');
  await user.click(screen.getByRole('button', { name: 'Transfer and play' }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith('https://games.example/lobby'));
});
