import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPage } from '@/shared/lib/lazy-page';
import { rememberAgreement } from '@/shared/session/agreement';
import { KEYS, kept } from '@/shared/session/storage';
import { pass, passUntil, stopClock } from '@/testing/clock';
import {
  makeBankAccount,
  makeDepositAccount,
  makeDepositLookup,
  makeStatementRow,
  makeTransfer,
  makeWallet,
} from '@/testing/factories';
import { gate } from '@/testing/gate';
import { onDelete, onGet, onPost, onPut, refuse } from '@/testing/handlers';
import { makeQr } from '@/testing/money-handlers';
import { renderApp } from '@/testing/render-app';
import { PANELS } from './panels';

const path = '/user/home?sheet=deposit';

const accounts = () => screen.getAllByRole('region', { name: /Kasikornbank|Siam Commercial Bank/ });

beforeEach(rememberAgreement);

describe('the ways side by side', () => {
  it('opens on the way in the address, and writes another choice into the address', async () => {
    const { user, at } = await renderApp({ path: `${path}&tab=bank`, member: true });
    expect(await screen.findByText('405-123-4567')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'TrueMoney link' }));
    expect(await screen.findByRole('textbox', { name: 'Gift link' })).toBeInTheDocument();
    expect(at()).toBe('/user/home?sheet=deposit&tab=link');
  });

  it('opens on the last one', async () => {
    kept.set(KEYS.lastDeposit, 'slip');
    await renderApp({ path, member: true });
    expect(await screen.findByRole('tab', { name: 'Slip', selected: true })).toBeInTheDocument();
  });

  it('is operated with the arrow keys', async () => {
    const { user } = await renderApp({ path, member: true });
    const qr = await screen.findByRole('tab', { name: 'QR code', selected: true });
    qr.focus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'TrueMoney link', selected: true })).toHaveFocus();
    await user.keyboard('{End}');
    expect(screen.getByRole('tab', { name: 'Slip', selected: true })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Bank transfer', selected: true })).toHaveFocus();
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1, -1]);
    expect(screen.getByRole('tabpanel', { name: 'Bank transfer' })).toBeInTheDocument();
  });

  it('offers only the usable ways', async () => {
    const lookup = makeDepositLookup({ banks: [makeDepositAccount()], wallets: [] });
    await renderApp({ path, member: true, handlers: [onGet('/api/lookup/deposit', () => lookup)] });
    expect(await screen.findAllByRole('tab')).toHaveLength(1);
  });

  it('stay when the code of one does not load, which can be tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const before = PANELS.link;
    const load = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('no chunk'))
      .mockResolvedValue({ default: () => 'The way' });
    PANELS.link = lazyPage(load);
    const { user } = await renderApp({ path, member: true });
    const tab = await screen.findByRole('tab', { name: 'TrueMoney link' });
    PANELS.link.prefetch = () => undefined; // as if the tap comes before the code
    await user.click(tab);
    const panel = within(screen.getByRole('tabpanel', { name: 'TrueMoney link' }));
    expect(await panel.findByText(/^No answer from the server/)).toBeInTheDocument();
    await user.click(panel.getByRole('button', { name: 'Try again' }));
    expect(await panel.findByText('The way')).toBeInTheDocument();
    PANELS.link = before;
    vi.restoreAllMocks();
  });

  it('says so if there is none', async () => {
    const lookup = makeDepositLookup({ banks: [], wallets: [] });
    await renderApp({ path, member: true, handlers: [onGet('/api/lookup/deposit', () => lookup)] });
    expect(await screen.findByText('No way to deposit right now')).toBeInTheDocument();
  });
});

describe('a QR code', () => {
  it('is made for the amount and counts down', async () => {
    const { user } = await renderApp({ path, member: true });
    await user.click(await screen.findByRole('button', { name: '฿500' }));
    await user.click(screen.getByRole('button', { name: 'Create QR code' }));
    expect(await screen.findByAltText('QR code for ฿500.00')).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg/),
    );
    expect(screen.getByRole('timer')).toHaveTextContent(/09:5\d|10:00/);
  });

  it('is not requested above the maximum, which is shown before the button', async () => {
    const { user } = await renderApp({ path, member: true });
    const amount = await screen.findByRole('textbox', { name: 'Amount' });
    await user.clear(amount);
    await user.type(amount, '2000000.01');
    expect(screen.getByRole('button', { name: 'Create QR code' })).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent('The maximum is ฿2,000,000.00');
  });

  it('explains why there is none, if the reason is a code', async () => {
    const { user } = await renderApp({
      path,
      member: true,
      handlers: [onPost('/api/qrcode/{code}', () => ({ hasQrcode: false, message: 'QR_PAID' }))],
    });
    await user.click(await screen.findByRole('button', { name: 'Create QR code' }));
    expect(await screen.findByText('This QR code has been paid')).toBeInTheDocument();
  });

  it('is not asked for below the minimum, which each bank has', async () => {
    const { user } = await renderApp({ path, member: true });
    const amount = await screen.findByRole('textbox', { name: 'Amount' });
    await user.clear(amount);
    await user.type(amount, '0.5');
    expect(screen.getByRole('button', { name: 'Create QR code' })).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent('The minimum is ฿1.00');
    await user.click(screen.getByRole('radio', { name: /WW/ }));
    const there = await screen.findByRole('textbox', { name: 'Amount' });
    await user.clear(there);
    await user.type(there, '99');
    expect(screen.getByRole('alert')).toHaveTextContent('The minimum is ฿100.00');
  });

  it("shows the gateway's reason when there is no code", async () => {
    const { user } = await renderApp({
      path,
      member: true,
      handlers: [onPost('/api/qrcode/{code}', () => ({ hasQrcode: false, message: 'limit of the day' }))],
    });
    await user.click(await screen.findByRole('button', { name: 'Create QR code' }));
    expect(await screen.findByText('limit of the day')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Create QR code' })).toBeEnabled();
  });

  it('there is one open code: a new one cancels the other after a warning', async () => {
    let open = 'KBANK';
    const { user } = await renderApp({
      path,
      member: true,
      handlers: [
        onGet('/api/qrcode/{code}', ({ params }) =>
          params.code === open ? makeQr() : { hasQrcode: false, message: '' },
        ),
        onPost('/api/qrcode/{code}', ({ params, body }) => {
          open = String(params.code);
          return makeQr({ amount: body.amount });
        }),
      ],
    });
    await screen.findByAltText('QR code for ฿500.00');
    await user.click(screen.getByRole('radio', { name: /FP/ }));
    expect(
      await screen.findByText('Your code at KBANK is still open. A new code here cancels it.'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show the open code' }));
    await screen.findByAltText('QR code for ฿500.00');
    await user.click(screen.getByRole('radio', { name: /FP/ }));
    await user.click(await screen.findByRole('button', { name: 'Create QR code' }));
    await screen.findByAltText('QR code for ฿100.00');
    await user.click(screen.getByRole('radio', { name: /KBANK/ }));
    expect(await screen.findByRole('button', { name: 'Create QR code' })).toBeInTheDocument();
  });

  it('disappears when it is cancelled, and a payment to it is not lost', async () => {
    let open = true;
    const { user } = await renderApp({
      path,
      member: true,
      handlers: [
        onGet('/api/qrcode/{code}', () => (open ? makeQr() : { hasQrcode: false, message: '' })),
        onDelete('/api/qrcode/{code}', () => {
          open = false;
          return { message: 'SUCCESS' };
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel code' }));
    expect(await screen.findByText(/The code is cancelled. If you already paid/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Create QR code' })).toBeEnabled();
  });

  it('stays visible while the server does not answer', async () => {
    let asked = 0;
    stopClock();
    await renderApp({
      path,
      member: true,
      handlers: [
        onGet('/api/qrcode/{code}', () => {
          asked += 1;
          if (asked > 1) throw refuse(409, 'TRY_AGAIN');
          return makeQr();
        }),
      ],
    });
    await screen.findByAltText('QR code for ฿500.00');
    await passUntil(3000, () => expect(asked).toBeGreaterThan(2));
    expect(screen.getByAltText('QR code for ฿500.00')).toBeInTheDocument();
  });

  it('turns into the receipt of the money when it comes, without a tap', async () => {
    let paid = false;
    stopClock();
    await renderApp({
      path,
      member: true,
      handlers: [
        onGet('/api/qrcode/{code}', () => (paid ? { hasQrcode: false, message: '' } : makeQr())),
        onPost('/api/statement', () => ({
          total: paid ? 1 : 0,
          statements: paid ? [makeStatementRow({ _id: 'new', amount: 500, from: 'KBANK' })] : [],
        })),
      ],
    });
    await screen.findByAltText('QR code for ฿500.00');
    paid = true;
    await passUntil(4000, () => expect(screen.getByText('฿500.00 received')).toBeInTheDocument());
  });

  it('says that the money is held if its payer is not known to be the member', async () => {
    let paid = false;
    stopClock();
    const { user, at } = await renderApp({
      path,
      member: true,
      handlers: [
        onGet('/api/qrcode/{code}', () => (paid ? { hasQrcode: false, message: '' } : makeQr())),
        onGet('/api/wallet', () =>
          makeWallet({ wallet: { amount: 10, reserved: 1, held: paid ? 500 : 0, owed: 0, currency: 'BAHT' } }),
        ),
      ],
    });
    await screen.findByAltText('QR code for ฿500.00');
    paid = true;
    await passUntil(4000, () => expect(screen.getByText('฿500.00 received, being checked')).toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'See why' }));
    expect(await screen.findByText(/It did not come from Kasikornbank ••• 7890/)).toBeInTheDocument();
    expect(at()).toContain('sheet=held');
  });

  it('does not take an older deposit for this one', async () => {
    await renderApp({
      path,
      member: true,
      handlers: [
        onGet('/api/qrcode/{code}', () => makeQr()),
        onPost('/api/statement', () => ({ total: 1, statements: [makeStatementRow({ _id: 'old', from: 'KBANK' })] })),
      ],
    });
    await screen.findByAltText('QR code for ฿500.00');
    expect(screen.queryByText(/received/)).toBeNull();
  });
});

describe('a bank transfer', () => {
  const bank = `${path}&tab=bank`;

  it("lists the accounts, the member's own bank first, and says what happens after the transfer", async () => {
    const { user } = await renderApp({ path: '/user/home', member: true });
    await screen.findByText('5,320.75');
    await user.click(screen.getByRole('button', { name: 'Deposit' }));
    await user.click(await screen.findByRole('tab', { name: 'Bank transfer' }));
    await screen.findByRole('region', { name: 'Kasikornbank' });
    const [kbank, scb] = accounts() as [HTMLElement, HTMLElement];
    expect(accounts().map((card) => card.getAttribute('aria-label'))).toEqual(['Kasikornbank', 'Siam Commercial Bank']);
    expect(kbank).toHaveTextContent('048-123-4567');
    expect(kbank).toHaveTextContent('AUTO');
    expect(kbank).toHaveTextContent('comes in by itself');
    expect(scb).toHaveTextContent('MANUAL');
    expect(screen.getByText(/Transfer only from your own account/)).toHaveTextContent('Kasikornbank ••• 7890');
    // The QR panel's own account is not one to transfer to.
    expect(screen.queryByText('098-765-4321')).toBeNull();
  });

  it('leads from a manual account to the slip', async () => {
    const { user, at } = await renderApp({ path: bank, member: true });
    const scb = await screen.findByRole('region', { name: 'Siam Commercial Bank' });
    await user.click(within(scb).getByRole('button', { name: 'Send the slip' }));
    expect(at()).toContain('tab=slip');
  });

  it('takes a declaration and lists it until the bank confirms it, also after a reload', async () => {
    const transfers: ReturnType<typeof makeTransfer>[] = [];
    const handlers = [
      onGet('/api/wallet/add', () => ({ transfers })),
      onPost('/api/wallet/add', ({ body }) => {
        transfers.unshift(makeTransfer({ amount: body.amount }));
        return { message: 'SUCCESS', status: 'IN_PROGRESS', reference: 'k3m9q2t4v6x7z8d' };
      }),
    ];
    const first = await renderApp({ path: bank, member: true, handlers });
    await first.user.type(await screen.findByRole('textbox', { name: 'Amount transferred' }), '750');
    expect(screen.queryByRole('region', { name: 'Your deposits' })).toBeNull();
    await first.user.click(screen.getByRole('button', { name: 'I transferred ฿750.00' }));
    expect(await screen.findByText('We are looking for ฿750.00 at the bank')).toBeInTheDocument();
    expect(await screen.findByRole('region', { name: 'Your deposits' })).toHaveTextContent('Waiting for the bank');
    first.unmount();
    await renderApp({ path: bank, member: true, handlers });
    expect(await screen.findByText(/Waits until/)).toBeInTheDocument();
  });

  it('keeps the next amount, typed before the first answer', async () => {
    const answer = gate();
    const slow = onPost('/api/wallet/add', async () => {
      await answer.passed;
      return { message: 'SUCCESS', status: 'IN_PROGRESS', reference: 'k3m9q2t4v6x7z8d' };
    });
    const { user } = await renderApp({ path: bank, member: true, handlers: [slow] });
    const field = await screen.findByRole('textbox', { name: 'Amount transferred' });
    await user.type(field, '750');
    await user.click(screen.getByRole('button', { name: 'I transferred ฿750.00' }));
    await user.clear(field);
    await user.type(field, '80');
    answer.open();
    expect(await screen.findByText('We are looking for ฿750.00 at the bank')).toBeInTheDocument();
    expect(field).toHaveValue('80');
  });

  it('ignores the second half of a double tap, after the first was answered and the field emptied', async () => {
    const { user } = await renderApp({ path: bank, member: true });
    await user.type(await screen.findByRole('textbox', { name: 'Amount transferred' }), '750');
    stopClock();
    await user.click(screen.getByRole('button', { name: 'I transferred ฿750.00' }));
    expect(await screen.findByText('We are looking for ฿750.00 at the bank')).toBeInTheDocument();
    const tap = screen.getByRole('button', { name: 'Tell us about a transfer' });
    await user.click(tap);
    expect(screen.queryByText('Enter the amount you transferred')).toBeNull();
    await pass(400);
    await user.click(tap);
    expect(screen.getByText('Enter the amount you transferred')).toBeInTheDocument();
    expect(screen.getByText('We are looking for ฿750.00 at the bank')).toBeInTheDocument();
  });

  it('says at once if the bank was faster than the member', async () => {
    const { user } = await renderApp({
      path: bank,
      member: true,
      handlers: [onPost('/api/wallet/add', () => ({ message: 'SUCCESS', status: 'SUCCESS', reference: 'r' }))],
    });
    await user.type(await screen.findByRole('textbox', { name: 'Amount transferred' }), '750');
    await user.click(screen.getByRole('button', { name: 'I transferred ฿750.00' }));
    expect(await screen.findByText('฿750.00 received')).toBeInTheDocument();
  });

  it('says what to do when a fourth is refused', async () => {
    const { user } = await renderApp({
      path: bank,
      member: true,
      handlers: [
        onPost('/api/wallet/add', () => {
          throw refuse(409, 'DEPOSIT_PENDING', { limit: 3 });
        }),
      ],
    });
    await user.type(await screen.findByRole('textbox', { name: 'Amount transferred' }), '400');
    await user.click(screen.getByRole('button', { name: 'I transferred ฿400.00' }));
    expect(await screen.findByText(/Wait until one of them has come in/)).toBeInTheDocument();
  });

  it('marks an empty amount instead of sending a request', async () => {
    const { user } = await renderApp({ path: bank, member: true });
    await user.click(await screen.findByRole('button', { name: 'Tell us about a transfer' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Enter the amount you transferred');
  });

  it('offers no declaration if the operator has it off', async () => {
    await renderApp({
      path: bank,
      member: true,
      handlers: [onGet('/api/lookup/deposit', () => makeDepositLookup({ isManual: false }))],
    });
    await screen.findByText('405-123-4567');
    expect(screen.queryByRole('textbox', { name: 'Amount transferred' })).toBeNull();
  });

  it('asks for the name in English letters where KBANK needs it, then comes back', async () => {
    let name = 'สมหญิง ใจดี';
    const asked: string[] = [];
    const { user, at } = await renderApp({
      path: '/user/home',
      member: true,
      handlers: [
        onGet('/api/wallet', () =>
          makeWallet({ bankAccount: makeBankAccount({ bankCode: 'KTB', bankAccountName: name }) }),
        ),
        onPut('/api/account/bankAccountName', ({ body }) => {
          asked.push(body.bankCode);
          name = body.bankAccountName;
          return { message: 'SUCCESS' };
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Deposit' }));
    await user.click(await screen.findByRole('tab', { name: 'Bank transfer' }));
    expect(await screen.findByText('405-123-4567')).toBeInTheDocument();
    const write = await screen.findByRole('button', { name: 'Write my name in English' });
    expect(screen.queryByText('048-123-4567')).toBeNull();
    await user.click(write);
    const field = await screen.findByRole('textbox', { name: 'First and last name in English' });
    await user.click(screen.getByRole('button', { name: 'Save name' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Bank account name must be in English only');
    await user.type(field, 'somying jaidee');
    expect(field).toHaveValue('SOMYING JAIDEE');
    await user.click(screen.getByRole('button', { name: 'Save name' }));
    expect(await screen.findByText('048-123-4567')).toBeInTheDocument();
    expect(at()).toBe('/user/home?sheet=deposit&tab=bank');
    expect([asked, name]).toEqual([['KTB'], 'SOMYING JAIDEE']);
  });
});

describe('a slow wallet', () => {
  it('reserves the place of an account that may need an English name, and never shows it before', async () => {
    const wallet = gate();
    const slow = onGet('/api/wallet', async () => {
      await wallet.passed;
      return makeWallet({ bankAccount: makeBankAccount({ bankCode: 'KTB', bankAccountName: 'สมหญิง ใจดี' }) });
    });
    await renderApp({ path: `${path}&tab=bank`, member: true, handlers: [slow] });
    expect(await screen.findByText('405-123-4567')).toBeInTheDocument();
    expect(screen.queryByText('048-123-4567')).toBeNull();
    wallet.open();
    expect(await screen.findByRole('button', { name: 'Write my name in English' })).toBeInTheDocument();
    expect(screen.queryByText('048-123-4567')).toBeNull();
  });

  it("shows the accounts anyway, and moves none of them when the member's own bank is known", async () => {
    const wallet = gate();
    const slow = onGet('/api/wallet', async () => {
      await wallet.passed;
      return makeWallet();
    });
    await renderApp({ path: `${path}&tab=bank`, member: true, handlers: [slow] });
    expect(await screen.findByText('405-123-4567')).toBeInTheDocument();
    const before = accounts();
    const places = screen.getAllByRole('listitem').length;
    wallet.open();
    await screen.findByText('048-123-4567');
    // The account with the reserved place appears in it.
    expect(accounts().filter((account) => before.includes(account))).toEqual(before);
    expect(screen.getAllByRole('listitem')).toHaveLength(places);
  });
});
