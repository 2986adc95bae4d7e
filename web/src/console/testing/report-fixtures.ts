import type { FinanceReport, FinanceRow } from '@/console/api/contract';
import { on } from './server';

const ROW: FinanceRow = {
  day: '2026-11-21',
  until: '2026-11-21',
  channels: [
    { code: 'KBANK', in: 1_284_300.5, out: 0, count: 912 },
    { code: 'SCB1', in: 402_150, out: 3000, count: 318 },
    { code: 'payout', in: 1500, out: 1_104_900.25, count: 655 },
  ],
  providers: [
    { code: 'joker', ggr: -12_400 },
    { code: 'pg', ggr: 148_220.75 },
    { code: 'ufabet', ggr: 22_050 },
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

export function reportHandlers() {
  return [
    on('get', '/api/report/finance', ({ query }) =>
      makeFinance({ day: query.get('from') ?? '', until: query.get('to') ?? '' }),
    ),
  ];
}
