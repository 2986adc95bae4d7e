import type { Slip } from '@/shared/api/wire';
import type { PlainKey } from '@/shared/i18n/types';

/**
 * The states of a slip that a member sees. `review`: a person looks at it. `assigning`: the slip is not valid, but its
 * money verifiably reached us, and a person decides whose it is (RULES.md §4). `coming`: it was paid by QR code, which
 * has not credited it yet; `already`: it has.
 */
export type SlipState = 'checking' | 'review' | 'assigning' | 'coming' | 'already' | 'done' | 'failed';

/** Failed slips whose money did not reach us, or was credited to somebody already. */
const NOTHING_TO_ASSIGN = new Set(['DEST_ACC_INVALID', 'SLIP_REFNO_DUPLICATED']);

/** A slip has an amount once its bank has confirmed the transfer (API.md). */
export function slipState({ status, amount, note }: Pick<Slip, 'status' | 'amount' | 'note'>): SlipState {
  if (status === 'SUCCESS') return 'done';
  if (status === 'IN_PROGRESS' && note === 'SLIP_QR_PENDING') return 'coming';
  if (status === 'IN_PROGRESS') return note ? 'review' : 'checking';
  if (note === 'SLIP_ALREADY_CREDITED') return 'already';
  return amount > 0 && !NOTHING_TO_ASSIGN.has(note ?? '') ? 'assigning' : 'failed';
}

/** SPEC.md §8's reasons, each with its next step. */
export const NEXT_STEPS = {
  UPLOADED_FILE_NOT_EXIST: 'slips.next.UPLOADED_FILE_NOT_EXIST',
  IMG_SIZE_UNABLE_TO_PROCESS: 'slips.next.IMG_SIZE_UNABLE_TO_PROCESS',
  CANNOT_READ_CROPPED_IMAGE: 'slips.next.CANNOT_READ_CROPPED_IMAGE',
  DEST_ACC_INVALID: 'slips.next.DEST_ACC_INVALID',
  SLIP_REFNO_DUPLICATED: 'slips.next.SLIP_REFNO_DUPLICATED',
  UNSTABLE_REFNO_ON_SLIP: 'slips.next.UNSTABLE_REFNO_ON_SLIP',
  TRIPPLE_WRONG_CAPTCHA: 'slips.next.TRIPPLE_WRONG_CAPTCHA',
  INVALID_SLIP: 'slips.next.INVALID_SLIP',
  NOT_MATCH: 'slips.next.NOT_MATCH',
  EXPIRED_SLIP: 'slips.next.EXPIRED_SLIP',
  SLIP_SEVERAL: 'slips.next.SLIP_SEVERAL',
  SLIP_ALREADY_CREDITED: 'slips.next.SLIP_ALREADY_CREDITED',
  SLIP_QR_PENDING: 'slips.next.SLIP_QR_PENDING',
  SLIP_TIME_AHEAD: 'slips.next.SLIP_TIME_AHEAD',
  SLIP_UNVERIFIED: 'slips.next.SLIP_UNVERIFIED',
  UNKNOW_ERROR: 'slips.next.UNKNOW_ERROR',
} as const satisfies Record<string, PlainKey>;

/** Reasons that another picture of the same slip may remedy: for them the next step is to send one. */
const PICTURE_TROUBLE = new Set([
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'UNSTABLE_REFNO_ON_SLIP',
  'TRIPPLE_WRONG_CAPTCHA',
  'INVALID_SLIP',
  'SLIP_SEVERAL',
]);

export type Way = 'again' | 'contact' | undefined;

/** The action of the button under a failed slip; a slip that was used already has none. */
export function wayOn(note: string | null): Way {
  if (note === 'SLIP_REFNO_DUPLICATED') return undefined;
  return note && PICTURE_TROUBLE.has(note) ? 'again' : 'contact';
}

export function nextStep(note: string | null): PlainKey {
  const known = NEXT_STEPS as Partial<Record<string, PlainKey>>;
  return known[note ?? ''] ?? 'slips.next.UNKNOW_ERROR';
}
