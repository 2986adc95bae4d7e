import type { Quarantine, QuarantinedList, QuarantinedRow, QuarantinedSystem } from '@/console/api/contract';
import { ago, ahead } from './fixtures';
import { on, refuse } from './server';

const SINCE = 50;
const BACKUP = 300;
const FROM = BACKUP + 120;

const list = (from: number, to: number, changes: Partial<QuarantinedSystem['lists'][number]> = {}) => ({
  id: `list${from}`,
  asked: false,
  failure: '',
  from: ago(from),
  to: ago(to),
  done: true,
  rows: 214,
  known: 198,
  booked: 15,
  cases: 1,
  ...changes,
});

const system = (name: string, changes: Partial<QuarantinedSystem> = {}): QuarantinedSystem => ({
  system: name,
  state: 'waiting',
  takes: false,
  asks: false,
  openCases: 0,
  lists: [],
  covered: false,
  liftedAt: null,
  liftedBy: null,
  seen: `seen-${name}`,
  proposal: null,
  ...changes,
});

/** A store that was restored an hour ago from a backup of five hours ago. */
export const makeQuarantine = (changes: Partial<Quarantine> = {}): Quarantine => ({
  since: ago(SINCE),
  backup: ago(BACKUP),
  from: ago(FROM),
  open: true,
  systems: [
    system('bank:SCB1', {
      state: 'importing',
      takes: true,
      openCases: 1,
      lists: [list(FROM, 200), list(120, SINCE, { done: false, rows: 61, known: 12, booked: 20, cases: 0 })],
    }),
    system('bank:TTB', { takes: true, asks: true }),
    system('gateway:KBANK', {
      state: 'imported',
      takes: true,
      covered: true,
      lists: [list(FROM + 10, SINCE - 1, { cases: 0 })],
      proposal: 'p1',
    }),
    system('payouts'),
    system('provider:joker'),
    system('slips', { state: 'lifted', liftedAt: ago(9), liftedBy: 'somchai.p' }),
  ],
  ...changes,
});

const ROWS: QuarantinedRow[] = (['known', 'booked', 'case', ''] as const).map((outcome, place) => ({
  number: place + 1,
  line: `L00012${place}`,
  at: ago(FROM - place),
  amount: 1250.5 + place,
  reference: `00a1b2c3d4e5f6${place}`,
  outcome,
  case: outcome === 'case' ? 'c1' : null,
}));

/** One list of a store, with its open cases. */
function importOf({ systems }: Quarantine, id: string): QuarantinedList {
  for (const { system: name, lists } of systems) {
    const found = lists.find((one) => one.id === id);
    if (found) {
      return {
        ...found,
        system: name,
        by: 'malee.s',
        at: ago(40),
        open: [{ kind: 'movement.lost', count: 12, unknown: 2 }],
      };
    }
  }
  throw refuse(404, 'NO_DATA');
}

/** A store that was never restored. */
const NEVER: Quarantine = { since: null, backup: null, from: null, open: false, systems: [] };

/** A house's store, and what is imported into it. */
export function restoreHandlers(quarantine: Quarantine = NEVER) {
  const find = (name: unknown) => {
    const found = quarantine.systems.find(({ system: one, state }) => one === name && state !== 'lifted');
    if (!found) throw refuse(404, 'NO_DATA');
    return found;
  };
  return [
    on('get', '/api/quarantine', () => quarantine),
    on('post', '/api/quarantine/{system}/import', ({ params, body }) => {
      const found = find(params.system);
      const lines = body.csv.trim().split('\n');
      if (!lines[0]?.startsWith('id,time,amount'))
        throw refuse(400, 'IMPORT_INVALID', { line: 1, why: 'no_column', value: 'id' });
      const rows = lines.length - 1;
      found.lists.push(list(0, 0, { id: 'new', from: body.from, to: body.to, rows, known: rows, booked: 0, cases: 0 }));
      return { message: 'SUCCESS' as const, says: '', facts: [], subject: found.system };
    }),
    on('post', '/api/quarantine/{system}/ask', ({ params }) => {
      const found = find(params.system);
      found.lists.push(list(FROM, 0, { id: 'asked', asked: true, rows: 9, known: 2, booked: 7, cases: 0 }));
      return { message: 'SUCCESS' as const, says: '', facts: [], subject: found.system };
    }),
    on('get', '/api/quarantine/import/{id}', ({ params }) => importOf(quarantine, String(params.id))),
    on('get', '/api/quarantine/import/{id}/row', () => ({
      items: ROWS,
      next: null,
      asOf: ago(0),
      from: 'primary' as const,
    })),
    on('post', '/api/quarantine/import/{id}/decide', ({ params }) => ({
      message: 'PROPOSED' as const,
      says: '',
      facts: [],
      subject: String(params.id),
    })),
    on('post', '/api/quarantine/{system}/lift', ({ params, body }) => {
      const found = find(params.system);
      if (!body.evidence) throw refuse(400, 'EVIDENCE_REQUIRED', { what: 'compared' });
      found.proposal = 'p1';
      return { message: 'PROPOSED' as const, says: '', facts: [], subject: found.system, expiresAt: ahead(1440) };
    }),
  ];
}
