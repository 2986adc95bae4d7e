import type { TallySeries } from '@/console/api/contract';
import { on, refuse } from './server';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const OF: Record<string, readonly string[]> = {
  deposit: ['KBANK', 'SCB1', 'truemoney'],
  withdrawal: ['payouts'],
  returned: ['SCB1', 'payouts'],
  ggr: ['joker', 'pg'],
  turnover: ['joker', 'pg'],
  bonus: ['house:bonus', 'house:promotion'],
  fee: [],
};

/** More on days that are later in the week, and the same whenever it is asked for. */
export function makeTally(what: string, by: string, from: string, to: string): TallySeries {
  const length = by === 'day' ? DAY_MS : HOUR_MS;
  const counted = what === 'new' || what === 'active';
  const begun = Math.min(Date.parse(to), Date.now());
  const series = (OF[what] ?? ['']).map((of, n) => {
    const points: TallySeries['series'][number]['points'] = [];
    for (let at = Date.parse(from); at < begun; at += length) {
      const count = Math.round(12 * (2 + Math.sin(at / DAY_MS) + n));
      points.push({ at: new Date(at).toISOString(), amount: counted ? 0 : count * 310.25, count });
    }
    return { of, points };
  });
  return { asOf: new Date(begun).toISOString(), whole: true, series };
}

export const tallyHandlers = () => [
  on('get', '/api/tally', ({ query }) => {
    const asked = (name: string) => query.get(name) ?? '';
    if (asked('what') === 'turnover' && asked('by') !== 'day') throw refuse(400, 'INVALID_INPUT');
    return makeTally(asked('what'), asked('by'), asked('from'), asked('to'));
  }),
];
