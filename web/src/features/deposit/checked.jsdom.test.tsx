import { screen } from '@testing-library/react';
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

it.each(['qr', 'link', 'slip'])(
  'a way that is being checked (%s) says since when, and asks for nothing',
  async (tab) => {
    await renderApp({
      path: `/user/home?sheet=deposit&tab=${tab}`,
      member: true,
      handlers: [onGet('/api/lookup/deposit', stopped)],
    });
    expect((await screen.findAllByText(/^Being checked since 20\/11\/2026/)).length).toBeGreaterThan(0);
    const panel = screen.getByRole('tabpanel');
    expect(panel.querySelector('form, input[type=file]')).toBeNull();
  },
);
