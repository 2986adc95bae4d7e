import type { KeptAlarm, OutsideSystem, StoppedSystem, Today } from '@/console/api/contract';
import { ago } from './fixtures';
import { on, refuse } from './server';

const HOUR_MS = 3_600_000;

/** The beginning of the day in Bangkok. */
const midnight = () => Math.floor((Date.now() + 7 * HOUR_MS) / (24 * HOUR_MS)) * 24 * HOUR_MS - 7 * HOUR_MS;
const dayOf = (at: number) => new Date(at + 7 * HOUR_MS).toISOString().slice(0, 10);

/** More in the evening, as people play then. */
const flow = (hour: number, size: number) => ({
  in: Math.round(size * (1 + Math.sin((hour - 8) / 3.8))) + 0.5,
  out: Math.round(size * 0.7 * (1 + Math.sin((hour - 10) / 3.8))),
});

const system = (name: string, changes: Partial<OutsideSystem> = {}): OutsideSystem => ({
  system: name,
  kind: 'provider',
  state: 'up',
  since: null,
  why: null,
  detail: null,
  stops: name,
  may: ['stopSystem'],
  calls: { done: 18_240, refused: 31, unknown: 2, p95: 180, circuit: false },
  readAt: null,
  ...changes,
});

export const makeSystems = (): OutsideSystem[] => [
  system('bank:SCB1', {
    kind: 'bank',
    state: 'slow',
    since: ago(7),
    why: 'unread',
    detail: 'the answer is not a page',
    readAt: ago(7),
  }),
  system('bank:TTB', { kind: 'bank', calls: null }),
  system('blob:files', { kind: 'blob', stops: null, may: [] }),
  system('gateway:KBANK', { kind: 'gateway' }),
  system('payouts', { kind: 'payout' }),
  system('provider:joker', {
    state: 'stopped',
    since: ago(42),
    why: 'person',
    detail: 'ยอดไม่ตรงกับรายงาน',
    readAt: ago(1),
    may: [],
  }),
  system('provider:pg', { state: 'down', since: ago(3), why: 'circuit', readAt: ago(3) }),
  system('provider:ufabet', { readAt: ago(1) }),
  system('slip:easyslip', { kind: 'slip', stops: 'slips' }),
  system('sms', { kind: 'sms', stops: null, may: [] }),
];

type Against = StoppedSystem['found'][number];

export const makeAgainst = (kind: Against['kind'], changes: Partial<Against> = {}): Against => ({
  kind,
  provider: null,
  cases: 0,
  amount: 0,
  ratio: null,
  at: null,
  reference: null,
  account: null,
  detail: null,
  ...changes,
});

export const makeBrakes = (): StoppedSystem[] => [
  {
    system: 'provider:joker',
    since: ago(42),
    cause: 'person',
    found: [],
    why: 'ยอดไม่ตรงกับรายงาน',
    by: 'malee.k',
    effect: ['transfers', 'visits', 'readings'],
    state: 's1',
    stands: [],
    credentials: null,
    proposal: null,
    may: ['resumeSystem'],
  },
];

const alarm = (id: string, name: string, metric: string, changes: Partial<KeptAlarm>): KeptAlarm => ({
  id,
  name,
  of: null,
  metric: `krapao_${metric}`,
  since: ago(2),
  seenBy: null,
  may: ['seeAlarm'],
  endedAt: null,
  seenAt: null,
  ...changes,
});

/** The record of alarms, newest first: two of them are there. */
export const makeAlarms = (): KeptAlarm[] => [
  alarm('a1', 'statement', 'statement_failing_seconds', {}),
  alarm('a2', 'budget', 'budget_low', {
    of: 'house:bonus',
    since: ago(95),
    seenBy: 'somchai.p',
    seenAt: ago(90),
    may: [],
  }),
  alarm('a3', 'coverage', 'coverage_unknown_seconds', {
    of: 'bank:SCB1',
    since: ago(1500),
    endedAt: ago(1290),
    seenBy: 'malee.k',
    seenAt: ago(1400),
    may: [],
  }),
  alarm('a4', 'doubts', 'provider_doubts_oldest_seconds', { of: 'joker', since: ago(4400), endedAt: ago(4210) }),
];

const longestFirst = (alarms: readonly KeptAlarm[]): Today['alarms'] =>
  alarms.map(({ endedAt, seenAt, ...one }) => one).reverse();

export function makeToday(changes: Partial<Today> = {}): Today {
  const begins = midnight();
  const now = Date.now();
  return {
    asOf: new Date(now - 4000).toISOString(),
    whole: true,
    day: dayOf(begins),
    before: dayOf(begins - 7 * 24 * HOUR_MS),
    waits: [
      { kind: 'withdrawal', count: 14, oldest: ago(22), due: ago(7), late: true },
      { kind: 'slip', count: 3, oldest: ago(4), due: ago(-6), late: false },
      { kind: 'unmatched', count: 2, oldest: ago(300), due: ago(-1140), late: false },
      { kind: 'chat', count: 0, oldest: null, due: null, late: false },
      { kind: 'receivable', count: 6, oldest: null, due: null, late: false },
    ],
    money: [
      { channel: 'KBANK', in: 1_284_300.5, out: 0, compare: { in: 1_120_000, out: 0 } },
      { channel: 'SCB1', in: 402_150, out: 3000, compare: { in: 455_020, out: 0 } },
      { channel: 'payouts', in: 1500, out: 1_104_900.25, compare: { in: 0, out: 998_400 } },
    ],
    games: [
      { provider: 'joker', ggr: -12_400, compare: 31_250 },
      { provider: 'pg', ggr: 148_220.75, compare: 120_400 },
      { provider: 'ufabet', ggr: 22_050, compare: 0 },
    ],
    bonus: { cost: 24_300, compare: 19_800 },
    coverage: { ratio: 10_423, at: ago(420) },
    members: { new: 84, active: 1312, compare: { new: 91, active: 1904 } },
    hours: Array.from({ length: 24 }, (_, hour) => {
      const at = begins + hour * HOUR_MS;
      const begun = at <= now;
      return {
        at: new Date(at).toISOString(),
        begun,
        ...(begun ? flow(hour, 90_000) : { in: 0, out: 0 }),
        compare: flow(hour, 80_000),
      };
    }),
    systems: makeSystems()
      .map(({ system: name, kind, state, since, why, detail }) => ({ system: name, kind, state, since, why, detail }))
      .sort((a, b) => Number(a.state === 'up') - Number(b.state === 'up')),
    alarms: longestFirst(makeAlarms().filter(({ endedAt }) => !endedAt)),
    ...changes,
  };
}

/** A day without anything: a house's first morning. */
export const makeEmptyToday = (): Today =>
  makeToday({
    waits: [],
    money: [],
    games: [],
    bonus: { cost: 0, compare: 0 },
    coverage: null,
    members: { new: 0, active: 0, compare: { new: 0, active: 0 } },
    hours: makeToday().hours.map((hour) => ({ ...hour, in: 0, out: 0, compare: { in: 0, out: 0 } })),
    alarms: [],
    systems: [{ system: 'sms', kind: 'sms', state: 'up', since: null, why: null, detail: null }],
  });

export function todayHandlers() {
  const brakes = makeBrakes();
  const systems = makeSystems();
  const alarms = makeAlarms();
  const there = () => alarms.filter(({ endedAt }) => !endedAt);
  return [
    on('get', '/api/today', () => makeToday({ alarms: longestFirst(there()) })),
    on('get', '/api/alarm', ({ query }) => ({
      items: query.get('open') ? there() : [...alarms],
      next: null,
      asOf: ago(0),
      from: 'primary' as const,
    })),
    on('post', '/api/alarm/{id}/seen', ({ params }) => {
      const one = alarms.find(({ id }) => id === params.id);
      if (!one) throw refuse(404, 'NO_DATA');
      Object.assign(one, { seenBy: 'somchai.p', seenAt: ago(0), may: [] });
      return one;
    }),
    on('get', '/api/system', () => systems),
    on('get', '/api/brake', () => brakes),
    on('post', '/api/brake/{system}/stop', ({ params, body }) => {
      const name = String(params.system);
      if ((body.reason ?? '').length < 3) throw refuse(400, 'REASON_REQUIRED');
      brakes.push({
        system: name,
        since: ago(0),
        cause: 'person',
        found: [],
        why: body.reason ?? '',
        by: 'somchai.p',
        effect: ['transfers'],
        state: 's2',
        stands: [],
        credentials: null,
        proposal: null,
        may: ['resumeSystem'],
      });
      for (const one of systems)
        if (one.stops === name) Object.assign(one, { state: 'stopped', why: 'person', since: ago(0), may: [] });
      return { message: 'SUCCESS' as const, says: `${name} is stopped`, facts: [], subject: name };
    }),
    on('post', '/api/brake/{system}/resume', ({ params, body }) => {
      const one = brakes.find(({ system: name }) => name === params.system);
      if (!one) throw refuse(404, 'NO_DATA');
      if (!body.evidence) throw refuse(400, 'EVIDENCE_REQUIRED', { what: 'compared' });
      one.proposal = 'p1';
      one.may = [];
      return { message: 'PROPOSED' as const, says: 'proposed', facts: [], subject: one.system };
    }),
  ];
}
