import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { makeSlip, makeSlipWindow } from '@/testing/factories';
import { onGet, onPost } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

const path = '/user/home?sheet=deposit&tab=slip';

// jsdom decodes no pictures: a small one is sent as it is, and another file fails to decode. The decoding itself is
// tested in a real engine (slip/shrink.browser.test.tsx).
beforeEach(() => {
  rememberAgreement();
  URL.createObjectURL = () => 'blob:slip';
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (!file.type.startsWith('image/')) throw new Error('no picture');
    return { width: 1080, height: 1920, close() {} };
  });
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('no picture'));
});
afterEach(() => vi.unstubAllGlobals());

const slipFile = () => new File([new Uint8Array([137, 80, 78, 71, 1, 2, 3])], 'slip.png', { type: 'image/png' });
const choose = () => screen.findByLabelText('Choose picture');

it('shows the picture, sends it with the headers of every call, and then its status', async () => {
  const sent: Request[] = [];
  const slip = makeSlip({ reference: 'fresh' });
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [
      http.post('*/api/wallet/slip', ({ request }) => {
        sent.push(request.clone());
        return HttpResponse.json({ message: 'SUCCESS', slip });
      }),
      onPost('/api/statement/slip', () => ({ total: 1, slips: [slip] })),
    ],
  });
  await user.upload(await choose(), slipFile());
  expect(await screen.findByAltText('The slip to send')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send slip' }));
  expect(await screen.findByText('We have your slip and are checking it')).toBeInTheDocument();
  expect(at()).toBe('/user/home?sheet=slips&reference=fresh');
  const headers = sent[0]?.headers;
  expect(headers?.get('X-Requested-With')).toBe('wallet-user');
  expect(headers?.get('Authorization')).toBe('Bearer fixture-token');
  expect(headers?.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers?.get('Content-Type')).toMatch(/^multipart\/form-data/);
});

it('keeps the picture when the connection breaks, and sends it again under the same key', async () => {
  const keys: (string | null)[] = [];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      http.post('*/api/wallet/slip', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length === 1 ? HttpResponse.error() : HttpResponse.json({ message: 'SUCCESS', slip: makeSlip() });
      }),
    ],
  });
  await user.upload(await choose(), slipFile());
  await user.click(await screen.findByRole('button', { name: 'Send slip' }));
  expect(await screen.findByText(/The picture is still here. Send it again; it counts once./)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('We have your slip and are checking it')).toBeInTheDocument();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it("shows the server's refusal, and takes another picture", async () => {
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      http.post('*/api/wallet/slip', () => HttpResponse.json({ message: 'SLIP_INVALID_FILE' }, { status: 415 })),
    ],
  });
  await user.upload(await choose(), slipFile());
  await user.click(await screen.findByRole('button', { name: 'Send slip' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('PNG, JPEG or WebP');
  await user.click(screen.getByRole('button', { name: 'Choose another picture' }));
  expect(await choose()).toBeInTheDocument();
});

it('can be stopped during the upload', async () => {
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [http.post('*/api/wallet/slip', () => new Promise(() => undefined))],
  });
  await user.upload(await choose(), slipFile());
  await user.click(await screen.findByRole('button', { name: 'Send slip' }));
  expect(await screen.findByRole('progressbar')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Stopped. The picture is still here.')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Send again' })).toBeEnabled();
});

it.each([
  ['a text', new File(['hello'], 'slip.pdf', { type: 'application/pdf' }), /not a picture that can be opened/],
  ['an iPhone photo that this browser can not read', new File(['x'], 'IMG_1.HEIC', { type: '' }), /can’t open HEIC/],
  [
    'a drawing program',
    new File(['<svg/>'], 'slip.svg', { type: 'image/svg+xml' }),
    /not a picture that can be opened/,
  ],
])('refuses %s kindly', async (_, file, words) => {
  await renderApp({ path, member: true });
  // The file picker's own filter is only a hint: files are dropped, too.
  await userEvent.setup({ applyAccept: false }).upload(await choose(), file);
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

it('says the hours, and offers a code while slips are not taken', async () => {
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: [
      onGet('/api/lookup/slip', () => makeSlipWindow({ active: false, closeFrom: '23:00', closeTo: '02:00' })),
    ],
  });
  expect(await screen.findByText(/Closed every day from 23:00 to 02:00/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Deposit by QR code instead' }));
  expect(at()).toContain('tab=qr');
});

it('names the hour to send it in', async () => {
  await renderApp({ path, member: true });
  expect(await screen.findByText('Send it within 60 minutes of the transfer')).toBeInTheDocument();
});
