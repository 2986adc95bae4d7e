import { lookUp } from '@/console/i18n';

export const CLASSES = ['member', 'bank', 'game', 'result', 'house', 'receivable'] as const;
export const STATES = ['pending', 'posted', 'voided'] as const;

/** The kinds of transfers that the product makes. Another one is shown by its code. */
export const KINDS = [
  'deposit',
  'held_release',
  'deposit_reversed',
  'withdraw',
  'reversal',
  'game_in',
  'game_out',
  'game_result',
  'bonus',
  'finish_bonus',
  'bonus_undone',
  'refund',
  'invite',
  'prize',
  'repayment',
  'write_off',
] as const;

export const kindName = (kind: string) => lookUp(`money.kind.${kind}`) ?? kind;
