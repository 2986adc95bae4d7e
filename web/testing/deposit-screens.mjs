// The states of everything around deposits, each made by the server's answers.
export const dialog = (page) => page.getByRole('dialog').waitFor();

/** Keeps toasts: their four seconds are too short for a picture on a busy machine. */
export const stays = (ms) => (page) =>
  page.addInitScript((held) => {
    const real = window.setTimeout;
    window.setTimeout = (run, wait, ...given) => (wait === held ? 0 : real(run, wait, ...given));
  }, ms);
export const toastsStay = stays(4000);
export const toast = (page) => page.locator('[aria-live=polite] > button').waitFor();

/** Replaces a fixture's answer, from now on. */
export const answerWith = (page, url, json, status = 200) =>
  page.route(url, (route) => route.fulfill({ json, status }));

export async function changeWallet(page, change) {
  await page.route('**/api/wallet', async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
    const wallet = await answer.json();
    change(wallet);
    await route.fulfill({ response: answer, json: wallet });
  });
  await page.reload();
}

/** Everything that members pay into is being checked. */
async function checked(page) {
  await page.route('**/api/lookup/deposit', async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
    const lookup = await answer.json();
    const checkedSince = '2026-11-20T11:40:00.000Z';
    for (const account of [...lookup.banks, ...lookup.wallets])
      Object.assign(account, { checkedSince, bankAccountNo: '' });
    await route.fulfill({ response: answer, json: { ...lookup, slipsCheckedSince: checkedSince } });
  });
  await page.reload();
  await dialog(page);
}

const submit = (page) => page.locator('[role=dialog] form button[type=submit]').click();
/** A sheet takes taps once it has opened; before that, a forced one would pass through it. */
const bank = (page, code) =>
  page.locator(`[role=dialog]:not(.pointer-events-none) input[value=${code}]`).check({ force: true });
const ending = (page) => page.locator('[role=dialog] [role=status] svg').first().waitFor();

/** The end of a panel that is longer than the phone. */
async function toEnd(page) {
  await page.getByRole('tabpanel').evaluate((panel) => panel.scrollIntoView({ block: 'end' }));
}

/** A new code is returned by later queries, until it is cancelled. */
async function showQr(page, over = {}) {
  const made = new Map();
  await page.route('**/api/qrcode/*', async (route) => {
    const [method, url] = [route.request().method(), route.request().url()];
    if (method === 'GET' && made.has(url)) return route.fulfill({ json: made.get(url) });
    if (method === 'DELETE') made.delete(url);
    if (method !== 'POST') return route.fallback();
    const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
    made.set(url, { ...(await answer.json()), ...over });
    return route.fulfill({ response: answer, json: made.get(url) });
  });
  await submit(page);
  await page.getByRole('timer').waitFor();
}

const now = () => new Date().toISOString();
const slip = (over) => ({
  _id: over.reference,
  createdAt: new Date(Date.now() - 130_000).toISOString(),
  amount: 0,
  status: 'FAILED',
  note: null,
  link: null,
  ...over,
});
const REASONS = [
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'DEST_ACC_INVALID',
  'SLIP_REFNO_DUPLICATED',
  'UNSTABLE_REFNO_ON_SLIP',
  'TRIPPLE_WRONG_CAPTCHA',
  'INVALID_SLIP',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
];
const slips = (...rows) => ({ total: rows.length, slips: rows });

const deposit = (tab, name, act = dialog) => ({
  name,
  path: `/user/home?sheet=deposit&tab=${tab}`,
  member: true,
  act,
});

const QR = [
  deposit('qr', 'deposit-qr'),
  deposit('qr', 'deposit-qr-checked', checked),
  deposit('qr', 'deposit-qr-shown', showQr),
  deposit('qr', 'deposit-qr-shown-end', async (page) => {
    await showQr(page);
    await toEnd(page);
  }),
  deposit('qr', 'deposit-qr-minimum', async (page) => {
    await bank(page, 'PAYONEX');
    await page.locator('[role=dialog] form input').fill('50');
    await page.getByRole('alert').waitFor();
  }),
  deposit('qr', 'deposit-qr-refused', async (page) => {
    await answerWith(page, '**/api/qrcode/KBANK', { hasQrcode: false, message: 'ธนาคารปิดปรับปรุงชั่วคราว' });
    await submit(page);
    await page.getByText('ธนาคารปิดปรับปรุงชั่วคราว').waitFor();
  }),
  deposit('qr', 'deposit-qr-failed', async (page) => {
    await page.locator('[role=dialog] form').waitFor();
    await answerWith(page, '**/api/qrcode/KBANK', { message: 'QR_FAIL' }, 503);
    await submit(page);
    await page.getByRole('alert').waitFor();
  }),
  deposit('qr', 'deposit-qr-ended', async (page) => {
    await showQr(page, { remaining: 2 });
    await page.getByRole('timer').waitFor({ state: 'detached' });
  }),
  deposit('qr', 'deposit-qr-cancelled', async (page) => {
    await showQr(page);
    await page.locator('[role=tabpanel] button').last().click();
    await page.getByRole('timer').waitFor({ state: 'detached' });
  }),
  deposit('qr', 'deposit-qr-elsewhere', async (page) => {
    await bank(page, 'WW');
    await page.locator('[role=dialog] form').waitFor();
    await showQr(page);
    await bank(page, 'KBANK');
    await page.locator('[role=dialog] form').waitFor();
  }),
  deposit('qr', 'deposit-qr-paid', async (page) => {
    await showQr(page);
    const row = {
      _id: 'new',
      reference: 'n',
      statementType: 'deposit',
      from: 'KBANK',
      to: 'WALLET',
      status: 'SUCCESS',
    };
    const statements = [{ ...row, reason: null, amount: 100, balance: 100, createdAt: now(), updatedAt: now() }];
    await answerWith(page, '**/api/statement', { total: 1, statements });
    await ending(page);
  }),
  deposit('qr', 'deposit-qr-name-first', async (page) => {
    await changeWallet(page, (wallet) => {
      wallet.bankAccount = { ...wallet.bankAccount, bankCode: 'KTB', bankAccountName: 'สมหญิง ใจดี' };
    });
    await page.getByRole('tabpanel').locator('.bg-gold\\/10').waitFor();
  }),
  deposit('qr', 'deposit-none', async (page) => {
    await answerWith(page, '**/api/lookup/deposit', { banks: [], wallets: [], isManual: false });
    await page.reload();
    await dialog(page);
  }),
  deposit('qr', 'deposit-unreadable', async (page) => {
    await answerWith(page, '**/api/lookup/deposit', { message: 'INTERNAL' }, 409);
    await page.reload();
    await page.getByRole('alert').waitFor();
  }),
];

const SLIP = [
  deposit('slip', 'deposit-slip'),
  deposit('slip', 'deposit-slip-checked', checked),
  deposit('slip', 'deposit-slip-chosen', choosePicture),
  deposit('slip', 'deposit-slip-bad', async (page) => {
    await page.locator('input[type=file]').last().setInputFiles('package.json');
    await page.getByRole('alert').waitFor();
  }),
  {
    ...deposit('slip', 'deposit-slip-sending', async (page) => {
      await page.route('**/api/wallet/slip', () => {});
      await sendPicture(page);
      await page.getByRole('progressbar').waitFor();
    }),
    hangs: '/api/wallet/slip',
  },
  deposit('slip', 'deposit-slip-lost', async (page) => {
    await page.route('**/api/wallet/slip', (route) => route.abort());
    await sendPicture(page);
    await page.getByRole('alert').waitFor();
  }),
  deposit('slip', 'deposit-slip-closed', async (page) => {
    const hours = { active: false, closeFrom: '23:00', closeTo: '02:00', withinMinutes: 60, maxBytes: 10_485_760 };
    await answerWith(page, '**/api/lookup/slip', hours);
    await page.reload();
    await page.getByText('23:00').waitFor();
  }),
  { name: 'slips', path: '/user/home?sheet=slips&reference=k3m9q2t4v6x7z8s', member: true, act: dialog },
  {
    name: 'slips-every-reason',
    path: '/user/home',
    member: true,
    async act(page) {
      const { width } = page.viewportSize();
      await page.setViewportSize({ width, height: 3300 });
      const rows = REASONS.map((note, i) => slip({ reference: `r${i}`, note, link: i === 0 ? '/icon.svg' : null }));
      const waits = slip({ reference: 'w', status: 'IN_PROGRESS', amount: 1500 });
      await answerWith(page, '**/api/statement/slip', slips(waits, ...rows));
      await page.goto(`${new URL(page.url()).origin}/user/home?sheet=slips`);
      await page.getByRole('dialog').locator('li').last().waitFor();
    },
  },
  {
    name: 'slips-by-code',
    path: '/user/home',
    member: true,
    async act(page) {
      const coming = slip({ reference: 'c', status: 'IN_PROGRESS', note: 'SLIP_QR_PENDING', amount: 500 });
      const paid = { reference: 'k3m9q2t4v6x7z8s', amount: 300, time: '2026-11-20T12:00:00.000Z' };
      const there = slip({ reference: 'a', note: 'SLIP_ALREADY_CREDITED', amount: 300, params: paid });
      await answerWith(page, '**/api/statement/slip', slips(coming, there));
      await page.goto(`${new URL(page.url()).origin}/user/home?sheet=slips`);
      await page.getByRole('dialog').locator('li').last().waitFor();
    },
  },
  {
    name: 'slips-none',
    path: '/user/home?sheet=slips',
    member: true,
    async act(page) {
      await answerWith(page, '**/api/statement/slip', slips());
      await page.reload();
      await page.getByRole('dialog').locator('button').nth(1).waitFor();
    },
  },
];

async function choosePicture(page) {
  await page.locator('input[type=file]').last().setInputFiles('public/icon-512.png');
  await page.locator('[role=dialog] img').waitFor();
}

async function sendPicture(page) {
  await choosePicture(page);
  await page.locator('[role=tabpanel] button').first().click();
}

/** A link that was sent `ago` milliseconds before, and has no answer yet. */
async function openLink(page, ago) {
  const at = Date.now() - ago;
  await page.evaluate((value) => sessionStorage.setItem('open-link', value), JSON.stringify({ reference: 'x', at }));
  await page.reload();
}

async function pasteLink(page, link = 'https://gift.truemoney.com/campaign/?v=AbCd1234') {
  await page.locator('[role=dialog] form input').fill(link);
  await submit(page);
}

const LINK = [
  deposit('link', 'deposit-link'),
  deposit('link', 'deposit-link-checked', checked),
  deposit('link', 'deposit-link-empty', async (page) => {
    await submit(page);
    await page.getByRole('alert').waitFor();
  }),
  deposit('link', 'deposit-link-wrong', async (page) => {
    await answerWith(page, '**/api/wallet/truelink', { message: 'TRUELINK_INVALID' }, 400);
    await pasteLink(page, 'https://example.com/campaign/?v=AbCd1234');
    await page.getByRole('alert').waitFor();
  }),
  deposit('link', 'deposit-link-used', async (page) => {
    await answerWith(page, '**/api/wallet/truelink', { message: 'TRUELINK_DUPLICATE' }, 409);
    await pasteLink(page);
    await page.getByRole('alert').waitFor();
  }),
  deposit('link', 'deposit-link-paid', async (page) => {
    await pasteLink(page);
    await ending(page);
  }),
  deposit('link', 'deposit-link-pending', async (page) => {
    await openLink(page, 0);
    await ending(page);
  }),
  deposit('link', 'deposit-link-long', async (page) => {
    await openLink(page, 90_000);
    await ending(page);
  }),
  deposit('link', 'deposit-link-refused', async (page) => {
    const end = { status: 'FAILED', note: 'TRUELINK_INVALID', createdAt: now(), lapsesAt: null };
    await answerWith(page, '**/api/wallet/add', {
      transfers: [{ reference: 'x', kind: 'truelink', amount: 0, ...end }],
    });
    await openLink(page, 0);
    await page.getByRole('alert').waitFor();
  }),
];

async function declare(page, amount) {
  await page.locator('[role=dialog] form input').fill(amount);
  await submit(page);
}

const BANK = [
  deposit('bank', 'deposit-bank'),
  deposit('bank', 'deposit-bank-checked', checked),
  deposit('bank', 'deposit-bank-end', async (page) => {
    await dialog(page);
    await page.locator('[role=dialog] form').waitFor();
    await toEnd(page);
  }),
  deposit('bank', 'deposit-declared', async (page) => {
    await declare(page, '640');
    await page.getByRole('status').waitFor();
    await toEnd(page);
  }),
  deposit('bank', 'deposit-declared-full', async (page) => {
    const open = [100, 250.5, 1000].map((amount) => ({ reference: 'r', amount, createdAt: now(), lapsesAt: now() }));
    await answerWith(page, '**/api/wallet/add', { message: 'DEPOSIT_PENDING', params: { limit: 3, open } }, 409);
    const refused = page.waitForResponse((answer) => answer.status() === 409);
    await declare(page, '640');
    await refused;
    await toEnd(page);
  }),
  deposit('bank', 'deposit-name-first', async (page) => {
    await changeWallet(page, (wallet) => {
      wallet.bankAccount = { ...wallet.bankAccount, bankCode: 'KTB', bankAccountName: 'สมหญิง ใจดี' };
    });
    await page.getByText('405-123-4567').waitFor();
  }),
];

export const DEPOSIT_SCREENS = [...QR, ...BANK, ...LINK, ...SLIP];
