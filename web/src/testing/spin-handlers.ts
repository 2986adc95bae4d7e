import type { Coupon, SpinProof, SpinSetup, SpinSlice } from '@/shared/api/wire';
import { onGet, onPost, refuse } from './handlers';

/** A slice with its weight in a thousand. */
const slice = (code: string, label: string, bgColor: string, textColor: string, weight: number) => ({
  weight,
  shown: { code, label, bgColor, textColor, htmlDescription: '', odds: weight / 1000 } satisfies SpinSlice,
});

const TABLE = [
  slice('NOTHING', 'เสียใจด้วย', '#1a2530', '#b4c1cc', 300),
  slice('C5', '฿5', '#0c332c', '#2bd4a0', 200),
  slice('C20', '฿20', '#0c2c45', '#63bdff', 200),
  slice('COIN1', '1 เหรียญ', '#2b1748', '#b692ff', 120),
  slice('C50', '฿50', '#3d1230', '#ff6f97', 100),
  slice('COIN2', '2 เหรียญ', '#141c46', '#6d8bff', 50),
  slice('C100', '฿100', '#ffb224', '#1f1300', 29),
  slice('GIFT', 'ของขวัญ', '#421417', '#ff7a6e', 1),
];

export const SLICES = TABLE.map(({ shown }) => shown);

export const makeSetup = (over: Partial<SpinSetup> = {}): SpinSetup => ({
  activeSpinwheel: { name: 'วงล้อดาวเรือง', slices: SLICES },
  userCoin: 3,
  proof: {
    seedHash: '083b6e79ca244bfda7921ae9994b19f2cad89aa85f1fe957934321e93559e7bd',
    clientSeed: 'marigold',
    nextNonce: 2,
    nextHash: 'f'.repeat(64),
  },
  ...over,
});

export const makeCoupon = (over: Partial<Coupon> = {}): Coupon => ({
  _id: 'c1',
  prize: { slice: { code: 'C50', label: '฿50', htmlDescription: '' }, name: 'เครดิตเงินสด', kind: 'cash' },
  amount: 50,
  createdAt: '2026-11-20T11:00:00.000Z',
  expiresAt: '2036-12-20T11:00:00.000Z',
  ...over,
});

const coin = { slice: { code: 'COIN2', label: '2 เหรียญ', htmlDescription: '' }, name: 'เหรียญ', kind: 'coin' } as const;

export const COUPONS: Coupon[] = [
  makeCoupon(),
  makeCoupon({ _id: 'c2', prize: coin, amount: 2, createdAt: '2026-11-19T11:00:00.000Z' }),
  makeCoupon({
    _id: 'c3',
    prize: { slice: { code: 'C5', label: '฿5', htmlDescription: '' }, name: 'เครดิตเงินสด', kind: 'cash' },
    amount: 5,
    expiresAt: '2026-11-20T11:00:00.000Z',
    createdAt: '2026-10-21T11:00:00.000Z',
  }),
  makeCoupon({
    _id: 'c4',
    prize: {
      slice: { code: 'GIFT', label: 'ของขวัญ', htmlDescription: '<p>ใช้ได้กับทุกเกมสล็อต</p>' },
      name: 'โบนัส GIFT20',
      kind: 'bonus',
    },
    amount: 20,
    createdAt: '2026-10-20T11:00:00.000Z',
  }),
];

/** A revealed seed with eight correct draws (spin/testdata/draws.json), and the one in use. */
export const makeProof = (over: Partial<SpinProof> = {}): SpinProof => ({
  seeds: [
    {
      number: 2,
      seedHash: '083b6e79ca244bfda7921ae9994b19f2cad89aa85f1fe957934321e93559e7bd',
      clientSeed: 'marigold',
      seed: null,
      draws: [0, 1].map((nonce) => ({ nonce, slice: 'C5', table: 1, at: '2026-11-21T11:00:00.000Z' })),
    },
    {
      number: 1,
      seedHash: '9e2626a05a645eb0a8b119e77e6672fa7184b6c947b2c451b801b2c5c28bd016',
      clientSeed: 'krapao',
      seed: 'd28e3518ef3e384e45213fac33fd2cee9f2ab2ab41ad5f9ee38badd94014d1ca',
      draws: ['C50', 'C5', 'C20', 'C50', 'C5', 'C5', 'COIN1', 'NOTHING'].map((code, nonce) => ({
        nonce,
        slice: code,
        table: 1,
        at: '2026-11-20T11:00:00.000Z',
      })),
    },
  ],
  tables: [{ version: 1, slices: TABLE.map(({ shown, weight }) => ({ code: shown.code, weight })) }],
  ...over,
});

/** A wheel without faults: three coins, and every spin wins 50 baht. */
export const spinHandlers = [
  onGet('/api/spinwheel/active', () => ({ active: true })),
  onGet('/api/spinwheel/setup', () => makeSetup()),
  onPost('/api/spinwheel/spin', () => ({
    success: true,
    result: 'C50',
    label: '฿50',
    remainingCoin: 2,
    proof: { seedHash: makeSetup().proof.seedHash, nonce: 2 },
  })),
  onGet('/api/spinwheel/coupon', () => COUPONS),
  onPost('/api/spinwheel/coupon/claim', ({ body }) => {
    const coupon = COUPONS.find(({ _id }) => _id === body.coupon);
    if (!coupon) throw refuse(404, 'INVALID_CODE');
    return { message: 'SUCCESS', amount: coupon.amount };
  }),
  onGet('/api/spinwheel/proof', () => makeProof()),
  onPost('/api/spinwheel/proof/rotate', ({ body }) => ({
    seed: '00',
    seedHash: makeSetup().proof.seedHash,
    clientSeed: body.clientSeed ?? 'marigold',
    nextHash: 'f'.repeat(64),
  })),
];
