import type {
  CoverageReport,
  FinanceReport,
  FinanceRow,
  GameProvider,
  HouseBudget,
  KeptLiability,
  ReconciledDay,
} from '@/console/api/contract';
import { ago } from './fixtures';
import { on, refuse } from './server';

const ROW: FinanceRow = {
  day: '2026-11-21',
  until: '2026-11-21',
  channels: [
    { code: 'KBANK', in: 1_284_300.5, out: 0, count: 912 },
    { code: 'SCB1', in: 402_150, out: 3000, count: 318 },
    { code: 'payout', in: 1500, out: 1_104_900.25, count: 655 },
  ],
  providers: [
    { code: 'joker', ggr: -12_400, turnover: 402_350.5 },
    { code: 'pg', ggr: 148_220.75, turnover: 3_904_120 },
    { code: 'ufabet', ggr: 22_050, turnover: null },
  ],
  bonus: 24_300,
  refund: 8_120.4,
  invite: 0,
  prize: 1_950,
  adjustment: -40,
  writeoff: 0,
  fee: 0,
  other: 0,
  held: 9_300.5,
  unmatched: 4_150,
  coupons: 600,
  owed: 1_250,
  opening: 4_820_115.3,
  closing: 5_276_625.2,
  whole: true,
};

export const makeFinance = (changes: Partial<FinanceRow> = {}): FinanceReport => ({
  rows: [{ ...ROW, ...changes }],
  asOf: new Date().toISOString(),
  whole: true,
});

export const makeCoverage = (changes: Partial<CoverageReport> = {}): CoverageReport => ({
  at: new Date().toISOString(),
  seal: 48_211,
  whole: true,
  owed: {
    wallet: 3_120_400.5,
    held: 9_300.5,
    purses: 81_204,
    games: 2_061_570.2,
    coupons: 600,
    unmatched: 4_150,
    total: 5_277_225.2,
  },
  receivable: 1_250,
  has: [
    { system: 'bank:KBANK', ours: 61_284_300.5, theirs: null, theirsAt: null, source: 'none' },
    { system: 'bank:SCB1', ours: 12_402_150, theirs: null, theirsAt: null, source: 'none' },
    { system: 'payouts', ours: -68_104_900.25, theirs: null, theirsAt: null, source: 'none' },
    { system: 'provider:joker', ours: 812_070.2, theirs: 812_070.2, theirsAt: null, source: 'readings' },
    { system: 'provider:pg', ours: 1_249_500, theirs: 1_249_500, theirsAt: null, source: 'readings' },
  ],
  books: 7_643_120.45,
  ratio: null,
  complete: false,
  missing: ['bank:KBANK', 'bank:SCB1', 'payouts'],
  ...changes,
});

const provider = (code: string, changes: Partial<GameProvider> = {}): GameProvider => ({
  code,
  connected: true,
  circuitOpen: false,
  failingSince: null,
  doubts: 0,
  doubtsSince: null,
  cases: 0,
  day: {
    day: '2026-11-21',
    method: 'list',
    done: true,
    ours: 1204,
    theirs: 1204,
    compared: 1204,
    undecided: 0,
    differences: 0,
    tries: 0,
    reason: '',
    at: ago(300),
    next: null,
  },
  waiting: 0,
  waitingSince: null,
  report: { readAt: ago(2), reportedTo: ago(12), failingSince: null, reason: '' },
  ...changes,
});

const PROVIDERS: readonly GameProvider[] = [
  provider('amblotto', { connected: false, day: null, report: null }),
  provider('joker', {
    failingSince: ago(18),
    doubts: 3,
    doubtsSince: ago(16),
    cases: 2,
    waiting: 2,
    waitingSince: '2026-11-20',
    day: {
      ...(provider('joker').day as NonNullable<GameProvider['day']>),
      done: false,
      theirs: 1198,
      compared: 1180,
      undecided: 24,
      differences: 2,
      tries: 4,
      reason: 'the list of 21 November can’t be read to its end',
      next: ago(-10),
    },
  }),
  provider('pg'),
];

const day = (code: string, on: string, changes: Partial<ReconciledDay> = {}): ReconciledDay => ({
  ...(provider(code).day as NonNullable<GameProvider['day']>),
  provider: code,
  day: on,
  ...changes,
});

const DAYS: readonly ReconciledDay[] = [
  day('joker', '2026-11-22', { method: null, done: false, ours: 0, theirs: 0, compared: 0, next: ago(-10) }),
  day('pg', '2026-11-22', { done: false, ours: 1310, theirs: 902, compared: 902, next: ago(-10) }),
  day('joker', '2026-11-21', {
    done: false,
    theirs: 1198,
    compared: 1180,
    undecided: 24,
    differences: 2,
    tries: 4,
    reason: 'the list of 21 November can’t be read to its end',
    next: ago(-10),
  }),
  day('pg', '2026-11-21'),
  day('amblotto', '2026-11-21', { method: 'none', ours: 12, theirs: 0, compared: 0 }),
];

const BUDGETS: readonly HouseBudget[] = [
  { account: 'house:bonus', left: 412_300.5, floor: -500_000, alarm: 50_000, lowSince: null },
  { account: 'house:prize', left: 1_250, floor: -100_000, alarm: 5_000, lowSince: ago(95) },
];

/** What banks say that they have: with the providers’, 98.74 % of what is owed. */
const OWN: Record<string, number> = { 'bank:KBANK': 2_104_300.5, 'bank:SCB1': 812_150.25, payouts: 232_711.2 };

const KEPT: readonly KeptLiability[] = [
  { id: 'l2', day: '2026-11-22', madeAt: ago(40), effect: null, by: 'nok', report: makeCoverage() },
  {
    id: 'l1',
    day: '2026-11-22',
    madeAt: ago(300),
    effect: 'payouts',
    by: null,
    report: makeCoverage({
      ratio: 9_874,
      complete: true,
      missing: [],
      has: makeCoverage().has.map((one) =>
        one.source === 'none'
          ? { ...one, theirs: OWN[one.system] ?? null, theirsAt: ago(600), source: 'entered' }
          : one,
      ),
    }),
  },
];

export function reportHandlers() {
  return [
    on('get', '/api/provider', () => [...PROVIDERS]),
    on('get', '/api/reconcile', () => ({ items: [...DAYS], next: null, asOf: ago(0), from: 'primary' as const })),
    on('get', '/api/budget', () => [...BUDGETS]),
    on('get', '/api/report/coverage', () => makeCoverage()),
    on('get', '/api/report/liability', () => ({
      items: [...KEPT],
      next: null,
      asOf: ago(0),
      from: 'primary' as const,
    })),
    on('get', '/api/report/liability/{id}', ({ params }) => {
      const one = KEPT.find(({ id }) => id === params.id);
      if (!one) throw refuse(404, 'NO_DATA');
      return one;
    }),
    on('get', '/api/report/finance', ({ query }) =>
      makeFinance({ day: query.get('from') ?? '', until: query.get('to') ?? '' }),
    ),
  ];
}
