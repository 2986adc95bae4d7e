import type { DepositTransfer } from '@/shared/api/wire';
import type { PlainKey } from '@/shared/i18n/types';

/**
 * The states that a member sees of a transfer. `received`: it has arrived, but can't be used before its payer is known.
 */
export type TransferState = 'waits' | 'received' | 'done' | 'failed';

export function transferState({ status, note }: Pick<DepositTransfer, 'status' | 'note'>): TransferState {
  if (status === 'SUCCESS') return 'done';
  if (status === 'FAILED') return 'failed';
  return note === null ? 'waits' : 'received';
}

const NEXT: Partial<Record<string, PlainKey>> = {
  DEPOSIT_LAPSED: 'transfers.nextMissing',
  DEPOSIT_NOT_FOUND: 'transfers.nextMissing',
  TRUELINK_INVALID: 'link.nextInvalid',
  TRUELINK_DUPLICATE: 'link.nextDuplicate',
};

/** What can be done about a failed one. */
export const nextStep = (note: string | null): PlainKey => NEXT[note ?? ''] ?? 'transfers.nextContact';

/** Nobody can help with a bad link; the operator can help with every other failure. */
export const supportHelps = (note: string | null) => !note?.startsWith('TRUELINK_');

/** How many are shown before the member asks for the others. */
export const SHOWN = 3;

interface Wanted extends Pick<DepositTransfer, 'kind'> {
  /** One that is shown elsewhere. */
  except?: ((one: DepositTransfer) => boolean) | undefined;
  whole: boolean;
}

/** The transfers of one way: the first few, and how many there are. */
export function listOf(all: readonly DepositTransfer[], { kind, except, whole }: Wanted) {
  const rows = all.filter((one) => one.kind === kind && !except?.(one));
  return { total: rows.length, rows: whole ? rows : rows.slice(0, SHOWN) };
}
