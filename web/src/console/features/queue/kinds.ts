import type { Item, Kind } from '@/console/api/contract';

/** The kinds, in the order in which two that are due at one moment are listed. */
export const KINDS: readonly Kind[] = [
  'withdrawal',
  'payout',
  'slip',
  'declared',
  'unmatched',
  'held',
  'link',
  'line',
  'unsettled',
  'case',
  'receivable',
  'reversal',
  'holder',
  'proposal',
  'chat',
];

/** The shell's group of commands per kind, until its decisions are calls. */
const GROUPS: Record<Exclude<Kind, 'proposal'>, string> = {
  withdrawal: 'withdrawals',
  payout: 'withdrawals',
  slip: 'slips',
  declared: 'deposits',
  unmatched: 'unmatched',
  held: 'held',
  link: 'links',
  line: 'statements',
  unsettled: 'unsettled',
  case: 'cases',
  receivable: 'receivables',
  reversal: 'deposits',
  holder: 'members',
  chat: 'chat',
};

/** Where an item is decided: in the console at an address, or in the shell by a command. */
export type Place = { to: string } | { command: string };

export const decidedAt = ({ kind, id }: Item): Place =>
  kind === 'proposal' ? { to: `/proposals/${id}` } : { command: `krapao operator ${GROUPS[kind]} --help` };
