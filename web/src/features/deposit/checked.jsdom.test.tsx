import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { makeDepositLookup } from '@/testing/factories';
import { onGet } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

const checkedSince = '2026-11-20T11:40:00.000Z';

function stopped() {
  const { banks, wallets, ...rest } = makeDepositLookup();
  const checked = banks.map((bank) => ({ ...bank, checkedSince, bankAccountNo: '' }));
  const links = wallets.map((wallet) => ({ ...wallet, checkedSince }));
  return { ...rest, banks: checked, wallets: links, slipsCheckedSince: checkedSince };
}

beforeEach(rememberAgreement);

async function openStopped(tab: string) {
  await renderApp({
    path: `/user/home?sheet=deposit&tab=${tab}`,
    member: true,
    handlers: [onGet('/api/lookup/deposit', stopped)],
  });
  expect((await screen.findAllByText(/^Being checked since 20\/11\/2026/)).length).toBeGreaterThan(0);
  const panel = screen.getByRole('tabpanel');
  await waitFor(() => expect(panel.querySelector('.animate-pulse')).toBeNull());
  return panel;
}

it.each(['qr', 'link', 'slip'])('a way that is being checked (%s) asks for nothing', async (tab) => {
  const panel = await openStopped(tab);
  expect(panel.querySelector('form, textarea, input:not([type=radio])')).toBeNull();
  expect(panel).not.toHaveTextContent('Choose a picture');
});

it('an account that is being checked has no number, and promises no money', async () => {
  const panel = await openStopped('bank');
  expect(panel).not.toHaveTextContent('within a minute');
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull();
});
