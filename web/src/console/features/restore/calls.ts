import { type Call, call } from '@/console/decision/call';
import { bookedAs } from '@/console/decision/waiting-calls';

/** The most that a body with a list may have, less what else is in it (OPERATOR-API.md, section 18). */
const LONGEST_LIST = 1_000_000;

/** The kinds of cases that lists of the outside become. */
const KINDS = [
  { value: 'payout.lost', name: 'why.payout.lost' },
  { value: 'payout.contested', name: 'why.payout.contested' },
  { value: 'payout.returned', name: 'why.payout.returned' },
  { value: 'movement.lost', name: 'why.movement.lost' },
  { value: 'movement.contested', name: 'why.movement.contested' },
  { value: 'unanswered', name: 'why.unanswered' },
] as const;

/** The decisions about a restored store. */
export const RESTORE_CALLS = {
  importQuarantine: call('/api/quarantine/{system}/import', {
    name: 'restore.import',
    does: 'restore.importDoes',
    letter: 'i',
    fields: {
      from: { kind: 'time', name: 'restore.listFrom' },
      to: { kind: 'time', name: 'restore.listTo' },
      csv: { kind: 'file', name: 'restore.file', longest: LONGEST_LIST },
    },
  }),
  liftQuarantine: call('/api/quarantine/{system}/lift', {
    name: 'restore.lift',
    does: 'restore.liftDoes',
    letter: 'l',
    fields: {
      basis: {
        kind: 'code',
        name: 'restore.basis',
        codes: [
          { value: 'lists', name: 'restore.basisLists' },
          { value: 'hand', name: 'restore.basisHand' },
        ],
      },
    },
  }),
  askQuarantine: call('/api/quarantine/{system}/ask', {
    name: 'restore.ask',
    does: 'restore.askDoes',
    letter: 'b',
    fields: {},
  }),
  decideQuarantineImport: call('/api/quarantine/import/{id}/decide', {
    name: 'restore.together',
    does: 'restore.togetherDoes',
    letter: 'd',
    fields: {
      kind: { kind: 'code', name: 'restore.kind', codes: KINDS },
      books: {
        kind: 'code',
        name: 'field.books',
        codes: [bookedAs('withdrawal'), bookedAs('movement'), bookedAs('deposit'), bookedAs('nothing')],
      },
    },
  }),
} satisfies Record<string, Call>;

/** Those about a system; the other one is about a list. */
export type SystemCall = Exclude<keyof typeof RESTORE_CALLS, 'decideQuarantineImport'>;

/** What each asks for: two chiefs, and what was looked at. */
export const CHOICES = {
  importQuarantine: { call: 'importQuarantine', two: false, evidence: 'bank_statement' },
  liftQuarantine: { call: 'liftQuarantine', two: true, evidence: 'compared' },
  askQuarantine: { call: 'askQuarantine', two: false, evidence: null },
  decideQuarantineImport: { call: 'decideQuarantineImport', two: true, evidence: 'compared' },
} as const;
