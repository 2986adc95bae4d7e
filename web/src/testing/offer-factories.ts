import type { ActiveBonus, Bonus, BonusTerms, Promotion, RefundCheck } from '@/shared/api/wire';

export const makeTerms = (over: Partial<BonusTerms> = {}): BonusTerms => ({
  matchPercent: 100,
  amount: 0,
  cap: 1000,
  minimum: 100,
  windowHours: 24,
  end: 'target',
  turnover: 0,
  expiresDays: 14,
  keepPercent: 0,
  games: [],
  ...over,
});

export const makeBonus = (over: Partial<Bonus> = {}): Bonus => ({
  code: 'WELCOME100',
  type: 'limit',
  maxReceived: 1,
  percentFail: 5,
  percentSuccess: 300,
  name: 'Welcome bonus',
  terms: makeTerms(),
  banners: [{ image: '', html: '<p>Twice the start</p>' }],
  userBonus: null,
  ...over,
});

/** One of each type. */
export const BONUSES: Bonus[] = [
  makeBonus(),
  makeBonus({
    code: 'DAILY50',
    type: 'day',
    name: 'Daily bonus',
    terms: makeTerms({ matchPercent: 50, cap: 200, end: 'turnover', turnover: 5, expiresDays: 7 }),
    userBonus: { _id: 'u2', isActive: false, received: [{ updatedAt: new Date().toISOString() }] },
  }),
  makeBonus({
    code: 'WEEKLY',
    type: 'week',
    name: 'Weekly bonus',
    percentSuccess: 500,
    terms: makeTerms({ matchPercent: 0, amount: 100, end: 'both', turnover: 10, expiresDays: 7, keepPercent: 300 }),
  }),
];

/** No bonus is held. */
export const NO_BONUS: ActiveBonus = {
  status: false,
  type: null,
  code: '',
  name: '',
  percentSuccess: 0,
  percentFail: 0,
  base: 0,
  own: 0,
  target: 0,
  floor: 0,
  total: 0,
  turnover: null,
  end: null,
  expiresAt: null,
  games: [],
  giveUp: { returned: 0, kept: 0 },
  state: null,
  reason: null,
  at: null,
};

export const makeActive = (over: Partial<ActiveBonus> = {}): ActiveBonus => ({
  ...NO_BONUS,
  status: true,
  type: 'bonus',
  code: 'WELCOME100',
  name: 'Welcome bonus',
  percentSuccess: 300,
  percentFail: 5,
  base: 400,
  own: 50,
  target: 1250,
  floor: 70,
  total: 660,
  end: 'target',
  expiresAt: '2026-12-06T03:00:00.000Z',
  games: ['pgslot', 'joker'],
  giveUp: { returned: 200, kept: 460 },
  state: 'active',
  at: '2026-11-22T03:00:00.000Z',
  ...over,
});

export const makePromotion = (over: Partial<Promotion> = {}): Promotion => ({
  code: 'WELCOME',
  percentFail: 5,
  percentSuccess: 300,
  description: 'A present for new members',
  terms: makeTerms({ matchPercent: 0, amount: 50 }),
  ...over,
});

export const makeRefund = (over: Partial<RefundCheck> = {}): RefundCheck => ({
  result: true,
  bonus: false,
  info: {
    from: null,
    to: '2026-11-22T03:00:00.000Z',
    before: 0,
    deposit: 1500,
    withdraw: 200,
    balance: 300,
    loss: 1000,
    percent: 5,
    next: null,
  },
  refundAmount: 120,
  refundSuccess: 300,
  refundFail: 5,
  ...over,
});
