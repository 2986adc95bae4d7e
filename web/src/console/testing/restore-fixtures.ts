import type { Quarantine, QuarantinedSystem } from '@/console/api/contract';
import { ago, ahead } from './fixtures';
import { on, refuse } from './server';

const SINCE = 50;
const BACKUP = 300;
const FROM = BACKUP + 120;

const list = (from: number, to: number, changes: Partial<QuarantinedSystem['lists'][number]> = {}) => ({
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
      lists: [list(FROM, 200), list(120, SINCE, { done: false, rows: 61, known: 12, booked: 20, cases: 0 })],
    }),
    system('bank:TTB', { takes: true }),
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
        throw refuse(400, 'IMPORT_INVALID', { line: 1, why: 'it has no column "id"' });
      const rows = lines.length - 1;
      found.lists.push({ from: body.from, to: body.to, done: true, rows, known: rows, booked: 0, cases: 0 });
      return { message: 'SUCCESS' as const, says: '', facts: [], subject: found.system };
    }),
    on('post', '/api/quarantine/{system}/lift', ({ params, body }) => {
      const found = find(params.system);
      if (!body.evidence) throw refuse(400, 'EVIDENCE_REQUIRED', { what: 'compared' });
      found.proposal = 'p1';
      return { message: 'PROPOSED' as const, says: '', facts: [], subject: found.system, expiresAt: ahead(1440) };
    }),
  ];
}
