import { type Call, call } from '@/console/decision/call';

/** The most that a body with a list may have, less what else is in it (OPERATOR-API.md, section 18). */
const LONGEST_LIST = 1_000_000;

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
    fields: {},
  }),
} satisfies Record<string, Call>;

export type RestoreCall = keyof typeof RESTORE_CALLS;

/** What each asks for: two chiefs, and what was looked at. */
export const CHOICES = {
  importQuarantine: { call: 'importQuarantine', two: false, evidence: 'bank_statement' },
  liftQuarantine: { call: 'liftQuarantine', two: true, evidence: 'compared' },
} as const;
