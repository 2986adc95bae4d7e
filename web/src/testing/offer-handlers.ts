import { onGet, onPost, refuse } from './handlers';
import { BONUSES, makePromotion, makeRefund, NO_BONUS } from './offer-factories';

const page = (total: number, { page, limit }: { page: number; limit: number }) =>
  Array.from({ length: Math.max(0, Math.min(limit, total - (page - 1) * limit)) }, (_, i) => (page - 1) * limit + i);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Bonuses, refunds and invitations of a server without faults: none is held, and one of each is available. */
export const offerHandlers = [
  onGet('/api/bonus', () => BONUSES),
  onGet('/api/bonus/check/active', () => NO_BONUS),
  onGet('/api/bonus/check/minimum', () => ({ result: false, floor: 0, target: 0, total: 0 })),
  onGet('/api/bonus/activate/{code}', () => ({ message: 'SUCCESS' })),
  onGet('/api/bonus/clear', () => ({ message: 'BONUS_CLEAR', status: 'SUCCESS', outcome: 'FAILED', returned: 200 })),
  onGet('/api/promotion/find/{code}', ({ params }) => {
    if (params.code !== 'WELCOME') throw refuse(404, 'NO_PROMOTION');
    return makePromotion();
  }),
  onGet('/api/promotion/activate/{code}', () => ({ message: 'SUCCESS' })),
  onGet('/api/invite/banners', () => []),
  onGet('/api/refund/banners', () => []),
  onPost('/api/invite', ({ body }) => ({
    total: 23,
    invites: page(23, body).map((i) => ({
      from: { name: `สมช${'•'.repeat(3)} ${i + 1}` },
      amount: 10 + i,
      createdAt: minutesAgo(i * 90),
    })),
  })),
  onGet('/api/invite/bonus', () => ({ message: 'INVITE_BONUS_SUCCESS', amount: 120 })),
  onGet('/api/refund/check', () => makeRefund()),
  onPost('/api/refund', ({ body }) => ({
    total: 12,
    refunds: page(12, body).map((i) => ({ refundAmount: 50 + i, createdAt: minutesAgo(i * 10_080) })),
  })),
  onGet('/api/refund/receive', () => ({ message: 'REFUND_SUCCESS', amount: 50 })),
  onGet('/api/refund/addWallet', () => ({ message: 'REFUND_SUCCESS', amount: 120 })),
];
