import { delay, HttpResponse, http } from 'msw';
import { makeSlip, makeSlipWindow, makeSlot, SLIPS, SLOTS } from './factories';
import { onDelete, onGet, onPost } from './handlers';

/** A picture of the size of a code; its content does not matter to the app. */
const QR_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path fill="#fff" d="M0 0h29v29H0z"/><path d="M4 4h7v7H4zM18 4h7v7h-7zM4 18h7v7H4zM13 13h3v3h-3zM18 18h3v3h-3zM23 22h2v3h-2z"/></svg>';

export const makeQr = (over = {}) => ({
  qrcodeId: 'kpqr00000000001',
  hasQrcode: true,
  qrcode: QR_SVG,
  amount: 500,
  expireIn: new Date(Date.now() + 600_000).toISOString(),
  remaining: 600,
  message: '',
  ...over,
});

/** Money calls of a server without faults. */
export const moneyHandlers = [
  onGet('/api/wallet/refresh/slot', () => ({ slots: SLOTS, failed: [], syncedAt: new Date().toISOString() })),
  onGet('/api/wallet/activate/{slotCode}', ({ params }) => ({
    slot: makeSlot({ code: String(params.slotCode), isActive: true }),
  })),
  onGet('/api/wallet/account/{slotCode}', () => ({ username: 'kp7k3m9q2t4v', password: 'Xy7-kal-29q' })),
  onGet('/api/wallet/resetpassword/{slotCode}', () => ({ message: 'SUCCESS' })),
  onPost('/api/wallet/transfer', () => ({ message: 'SUCCESS', status: 'SUCCESS', reference: 'k3m9q2t4v6x7z8b' })),
  onPost('/api/wallet/transferAll', () => ({
    message: 'SUCCESS',
    status: 'SUCCESS',
    moved: [],
    reference: 'k3m9q2t4v6x7z8c',
  })),
  onPost('/api/wallet/withdraw', () => ({ message: 'SUCCESS', status: 'IN_PROGRESS', reference: 'k3m9q2t4v6x7z8d' })),
  onPost('/api/wallet/withdrawAll', () => ({
    message: 'SUCCESS',
    status: 'IN_PROGRESS',
    reference: 'k3m9q2t4v6x7z8e',
    failed: [],
  })),
  onPost('/api/wallet/add', () => ({ message: 'SUCCESS', status: 'IN_PROGRESS', reference: 'k3m9q2t4v6x7z8f' })),
  onGet('/api/wallet/add', () => ({ transfers: [] })),
  onPost('/api/wallet/truelink', () => ({ message: 'SUCCESS', amount: 50 })),
  onGet('/api/lookup/slip', () => makeSlipWindow()),
  http.post('*/api/wallet/slip', async () => {
    // biome-ignore lint/plugin/waits: the preview shows what a slow answer looks like
    await delay(300);
    return HttpResponse.json({ message: 'SUCCESS', slip: makeSlip() });
  }),
  onPost('/api/statement/slip', () => ({ total: SLIPS.length, slips: SLIPS })),
  onGet('/api/statement/slip/reference/{reference}', () => ({ url: '/icon.svg' })),
  onGet('/api/qrcode/{code}', () => ({ hasQrcode: false, message: '' })),
  onPost('/api/qrcode/{code}', ({ body }) => makeQr({ amount: body.amount })),
  onDelete('/api/qrcode/{code}', () => ({ message: 'SUCCESS' })),
];
