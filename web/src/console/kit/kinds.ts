import type { Kind } from '@/console/api/contract';

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
  'import',
  'erasure',
  'proposal',
  'chat',
];
