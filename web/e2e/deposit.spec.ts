import type { APIRequestContext, Page } from '@playwright/test';
import { enter, holderOf, memberToken, newPerson } from './member';
import { expect, type Product, test } from './product';
import { type Payer, Sandbox } from './sandbox';
import { stop } from './stop';
import { whole } from './whole';

// Every way to deposit, at a phone's width, through the real program and the sandbox's protocols.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** The demo's accounts for bank transfers: one is read from its statement feed, one by slips. */
const BY_FEED = { toBank: 'SCB', toAccount: '4068123456' };
const BY_SLIP = { toBank: 'KTB', toAccount: '9831234567' };

interface Here {
  sandbox: Sandbox;
  /** The member's own bank account. */
  own: Payer;
}

async function memberAtHome(page: Page, product: Product, request: APIRequestContext, bank = 'KBANK'): Promise<Here> {
  const person = newPerson();
  await enter(page, await memberToken(request, product, person, bank));
  await page.goto(`${product.app}/user/home`);
  await expect(page.getByTestId('total')).toHaveText('฿0.00');
  return {
    sandbox: new Sandbox(request, product.sandbox),
    own: { fromBank: bank, fromAccount: person.accountNo, fromName: holderOf(person) },
  };
}

async function openTab(page: Page, name: string) {
  await page.getByRole('button', { name: 'Deposit' }).click();
  await page.getByRole('tab', { name }).click();
}

/** The list of the member's transfers by this way. */
const transfers = (page: Page) => page.getByRole('region', { name: 'Your deposits' });

/** Closes the open sheet, whichever it is, and reads the balance. */
async function expectTotal(page: Page, total: string) {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByTestId('total')).toHaveText(total);
}

async function createdAt(page: Page, bank: string): Promise<string> {
  const made = page.waitForResponse(
    (answer) => answer.url().endsWith(`/api/qrcode/${bank}`) && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Create QR code' }).click();
  return (await (await made).json()).qrcodeId;
}

for (const [bank, amount] of [
  ['WW', '300'],
  ['FP', '50'],
  ['PAYONEX', '200'],
] as const)
  test(`a QR code at ${bank} is paid in place`, async ({ page, product, request }) => {
    const { sandbox, own } = await memberAtHome(page, product, request);
    await openTab(page, 'QR code');
    await page.getByText(bank, { exact: true }).first().click();
    await page.getByRole('button', { name: `฿${amount}`, exact: true }).click();
    const id = await createdAt(page, bank);
    await expect(page.getByAltText(`QR code for ฿${amount}.00`)).toBeVisible();
    if (bank === 'WW') {
      await stop(page, 'deposit-qr-ww');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save image' }).click();
      expect((await saved).suggestedFilename()).toBe('qr-300.png');
    }
    await sandbox.pay(id, own);
    await expect(page.getByText(`฿${amount}.00 received`)).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByTestId('total')).toHaveText(`฿${amount}.00`);
  });

test('a payment held by PAYONEX is shown until it is decided', async ({ page, product, request }) => {
  const { sandbox, own } = await memberAtHome(page, product, request);
  await openTab(page, 'QR code');
  await page.getByText('PAYONEX', { exact: true }).first().click();
  await page.getByRole('button', { name: '฿200', exact: true }).click();
  const ref = await sandbox.hold(await createdAt(page, 'PAYONEX'), own);
  const row = transfers(page).getByRole('listitem');
  await expect(row).toContainText(/Payment being checked.*฿200\.00/);
  await row.scrollIntoViewIfNeeded();
  await stop(page, 'deposit-qr-checked');
  await sandbox.decide(ref, 'reject');
  await expect(row).toContainText(/Failed.*was not accepted/);
  await expectTotal(page, '฿0.00');
});

test("a stranger's payment is held, and the member sees why", async ({ page, product, request }) => {
  const { sandbox } = await memberAtHome(page, product, request);
  await openTab(page, 'QR code');
  await page.getByText('WW', { exact: true }).first().click();
  await page.getByRole('button', { name: '฿100', exact: true }).click();
  const id = await createdAt(page, 'WW');
  await sandbox.pay(id, { fromBank: 'BBL', fromAccount: '5550001112', fromName: 'ANAN STRANGER' });
  await expect(page.getByText('฿100.00 received, being checked')).toBeVisible();
  await stop(page, 'deposit-held');
  await page.getByRole('button', { name: 'See why' }).click();
  await expect(page.getByRole('dialog', { name: 'Money being checked' })).toContainText('Kasikornbank');
  await stop(page, 'held');
  await page.goBack();
  await expect(page.getByRole('button', { name: /Being checked ฿100\.00/ })).toBeVisible();
});

test('a code at another bank cancels the first, and the first panel shows it', async ({ page, product, request }) => {
  await memberAtHome(page, product, request);
  await openTab(page, 'QR code');
  await createdAt(page, 'KBANK');
  await expect(page.getByAltText(/QR code for/)).toBeVisible();
  await page.getByText('FP', { exact: true }).first().click();
  await expect(page.getByText(/Your code at KBANK is still open/)).toBeVisible();
  await createdAt(page, 'FP');
  await expect(page.getByAltText(/QR code for/)).toBeVisible();
  await page.getByText('KBANK', { exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Create QR code' })).toBeVisible();
  await page.getByText('FP', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Cancel code' }).click();
  await expect(page.getByRole('button', { name: 'Create QR code' })).toBeVisible();
});

test('a slip is shrunk, sent over a bad line, checked and credited', async ({ page, product, request }) => {
  const { sandbox, own } = await memberAtHome(page, product, request);
  const slip = await sandbox.transfer(own, BY_SLIP, 430);
  await openTab(page, 'Slip');
  await stop(page, 'deposit-slip');
  await page.getByLabel('Choose picture').setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: slip });
  await expect(page.getByAltText('The slip to send')).toBeVisible();
  await stop(page, 'deposit-slip-chosen');

  const keys: (string | null)[] = [];
  await page.route('**/api/wallet/slip', async (route) => {
    keys.push(await route.request().headerValue('Idempotency-Key'));
    // The first answer is lost on its way back: the server has the slip, but the member does not know.
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Send slip' }).click();
  await expect(page.getByText(/The picture is still here/)).toBeVisible();
  await stop(page, 'deposit-slip-lost');
  await page.getByRole('button', { name: 'Send again' }).dblclick();
  const status = page.getByRole('dialog', { name: 'Slip status' });
  await expect(status.getByText('Money added')).toBeVisible();
  await expect(status.getByText('฿430.00')).toBeVisible();
  await expect(status.getByRole('listitem')).toHaveCount(1);
  expect(new Set(keys).size).toBe(1);
  await stop(page, 'slips');

  const [picture] = await Promise.all([
    page.waitForEvent('popup'),
    status.getByRole('button', { name: 'View picture' }).click(),
  ]);
  await picture.waitForURL('**/files/**');
  await expect(picture.locator('img')).toBeVisible();
  await picture.close();
  await expectTotal(page, '฿430.00');
});

test('a slip on a slow connection shows its progress, can be stopped, and counts once', async ({
  page,
  product,
  request,
}) => {
  const { sandbox, own } = await memberAtHome(page, product, request);
  const slip = await sandbox.transfer(own, BY_SLIP, 320);
  await openTab(page, 'Slip');
  await page.getByLabel('Choose picture').setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: slip });
  const line = await page.context().newCDPSession(page);
  const slow = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await line.send('Network.enable');
  // So slow that the upload is still running while the test looks at it.
  await slow(500);
  await page.getByRole('button', { name: 'Send slip' }).click();
  await expect(page.getByText(/Sending \d+%/)).toBeVisible();
  await stop(page, 'deposit-slip-sending');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Stopped. The picture is still here.')).toBeVisible();
  await slow(-1);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Money added')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByTestId('total')).toHaveText('฿320.00');
});

test('the same slip again, and a picture that is not a slip, say what to do', async ({ page, product, request }) => {
  const { sandbox, own } = await memberAtHome(page, product, request);
  const slip = await sandbox.transfer(own, BY_SLIP, 210);
  const send = async (buffer: Buffer) => {
    await openTab(page, 'Slip');
    await page.getByLabel('Choose picture').setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Send slip' }).click();
    await expect(page.getByRole('dialog', { name: 'Slip status' })).toBeVisible();
  };
  await send(slip);
  await expect(page.getByText('Money added')).toBeVisible();
  await page.keyboard.press('Escape');
  await send(slip);
  await expect(page.getByText('This slip was used before.', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await send(await page.screenshot());
  await expect(page.getByText('There is no QR code to be seen.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Send a slip' }).first().click();
  await expect(page.getByLabel('Choose picture')).toBeAttached();
  await expectTotal(page, '฿210.00');
});

test('a wallet link is taken once, by two taps and by two members', async ({ page, product, request, browser }) => {
  const { sandbox } = await memberAtHome(page, product, request);
  const link = await sandbox.voucher(150);
  await openTab(page, 'TrueMoney link');
  await stop(page, 'deposit-link');
  await page.getByLabel('Gift link').fill(`A gift for you ${link}`);
  await page.getByRole('button', { name: 'Take the money' }).dblclick();
  await expect(page.getByText('฿150.00 received')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByTestId('total')).toHaveText('฿150.00');

  const other = await (await browser.newContext()).newPage();
  await memberAtHome(other, product, request);
  await openTab(other, 'TrueMoney link');
  await other.getByLabel('Gift link').fill(link);
  await other.getByRole('button', { name: 'Take the money' }).click();
  await expect(other.getByRole('alert')).toContainText('link');
  await other.getByLabel('Gift link').fill('https://example.com/?v=AbCd1234');
  await other.getByRole('button', { name: 'Take the money' }).click();
  await expect(other.getByRole('alert')).toContainText('Check that the link is whole');
  await other.context().close();
});

test('a wallet link with a lost answer is followed over a reload to one credit', async ({ page, product, request }) => {
  const { sandbox } = await memberAtHome(page, product, request);
  const link = await sandbox.voucher(88);
  await sandbox.fault({ target: 'truemoney', op: 'move', mode: 'lost_reply' });
  await openTab(page, 'TrueMoney link');
  await page.getByLabel('Gift link').fill(link);
  await page.getByRole('button', { name: 'Take the money' }).click();
  const pending = page.getByText('Waiting for TrueMoney');
  const received = page.getByText('฿88.00 received');
  await expect(pending.or(received)).toBeVisible();
  await page.reload();
  await expect(page.getByTestId('total')).toHaveText('฿88.00');
  await expect(transfers(page).or(received).first()).toContainText('฿88.00');
});

test('a declared transfer waits for the bank, over a reload, and comes in by itself', async ({
  page,
  product,
  request,
}) => {
  const { sandbox, own } = await memberAtHome(page, product, request);
  await openTab(page, 'Bank transfer');
  await expect(page.getByText('406-812-3456')).toBeVisible();
  await stop(page, 'deposit-bank');
  await page.getByLabel('Amount transferred').fill('640');
  await page.getByRole('button', { name: 'I transferred ฿640.00' }).dblclick();
  await expect(page.getByText('We are looking for ฿640.00 at the bank')).toBeVisible();
  const waiting = transfers(page).getByRole('listitem');
  await expect(waiting).toHaveCount(1);
  await page.reload();
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText(/Waiting for the bank.*฿640\.00.*Waits until/);
  await waiting.scrollIntoViewIfNeeded();
  await stop(page, 'deposit-declared');
  await sandbox.transfer(own, BY_FEED, 640);
  await expect(page.getByText('฿640.00 received')).toBeVisible();
  await expect(waiting).toContainText(/Money added.*฿640\.00/);
  await expectTotal(page, '฿640.00');
});

test('at most three declarations wait; the fourth is refused with the reason', async ({ page, product, request }) => {
  await memberAtHome(page, product, request);
  await openTab(page, 'Bank transfer');
  for (const amount of ['101', '102', '103']) {
    await page.getByLabel('Amount transferred').fill(amount);
    await page.getByRole('button', { name: `I transferred ฿${amount}.00` }).click();
    // The list may show it before the answer is here, and until then the button takes no other tap.
    await expect(page.getByText(`We are looking for ฿${amount}.00 at the bank`)).toBeVisible();
    await expect(transfers(page).getByText(`฿${amount}.00`)).toBeVisible();
  }
  await page.getByLabel('Amount transferred').fill('104');
  await page.getByRole('button', { name: 'I transferred ฿104.00' }).click();
  await expect(page.getByText(/Wait until one of them has come in/)).toBeVisible();
});

test('KBANK asks for the name in English letters; Back and saving return to the same place', async ({
  page,
  product,
  request,
}) => {
  // A member from before this rule: the server's name is shown in Thai until the real call changes it.
  let changed = false;
  await page.route('**/api/wallet', async (route) => {
    const answer = await whole(route);
    const wallet = await answer.json();
    if (!changed) wallet.bankAccount.bankAccountName = 'สมหญิง ใจดี';
    await route.fulfill({ response: answer, json: wallet });
  });
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/account/bankAccountName') && answer.ok()) changed = true;
  });
  await memberAtHome(page, product, request, 'KTB');
  await openTab(page, 'QR code');
  await page.getByText('KBANK', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Write my name in English' }).click();
  await expect(page.getByRole('dialog', { name: 'Account name in English' })).toBeVisible();
  await stop(page, 'bank-name');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'QR code', selected: true })).toBeVisible();
  await page.getByRole('button', { name: 'Write my name in English' }).click();
  await page.getByLabel('First and last name in English').fill('somying jaidee');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('tab', { name: 'QR code', selected: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create QR code' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/user\/home$/);
});
