/** The registration wizard as a pure state machine: the data entered, and the next step. */

export type Step = 'phone' | 'otp' | 'profile' | 'bank' | 'done';

export const STEPS: readonly Step[] = ['phone', 'otp', 'profile', 'bank'];

export interface Entries {
  /** As it is typed; once a code was requested, in its national form. */
  phone: string;
  name: string;
  password: string;
  confirm: string;
  sourceCode: string;
  inviteCode: string;
  bankCode: string;
  accountNo: string;
  firstName: string;
  lastName: string;
  currency: string;
}

export interface Otp {
  ref: string;
  token: string;
  /** The number that the code was sent to. */
  phone: string;
  /** When another code may be requested, in ms since 1970. */
  resendAt: number;
}

export interface Wizard {
  step: Step;
  entries: Entries;
  otp: Otp | undefined;
  /** A registration was sent and its answer was lost: it may exist. */
  unanswered: boolean;
}

export type Action =
  | { type: 'entered'; entries: Partial<Entries> }
  | { type: 'code sent'; otp: Otp }
  | { type: 'code not needed'; otp?: Otp }
  | { type: 'code confirmed' }
  | { type: 'may resend'; at: number }
  | { type: 'profile accepted' }
  | { type: 'answer lost' }
  | { type: 'registered' }
  | { type: 'phone unverified' }
  | { type: 'back' };

export function start(inviteCode: string, laos: boolean): Wizard {
  return {
    step: 'phone',
    otp: undefined,
    unanswered: false,
    entries: {
      phone: '',
      name: '',
      password: '',
      confirm: '',
      sourceCode: '',
      inviteCode,
      bankCode: '',
      accountNo: '',
      firstName: '',
      lastName: '',
      currency: laos ? 'LAK' : '',
    },
  };
}

export function reduce(wizard: Wizard, action: Action): Wizard {
  switch (action.type) {
    case 'entered':
      return { ...wizard, entries: { ...wizard.entries, ...action.entries } };
    case 'code sent':
      return { ...wizard, step: 'otp', otp: action.otp };
    case 'code not needed':
      return { ...wizard, step: 'profile', otp: action.otp ?? wizard.otp };
    case 'code confirmed':
      return wizard.step === 'otp' ? { ...wizard, step: 'profile' } : wizard;
    case 'may resend':
      return wizard.otp ? { ...wizard, otp: { ...wizard.otp, resendAt: action.at } } : wizard;
    case 'profile accepted':
      return { ...wizard, step: 'bank' };
    case 'answer lost':
      return { ...wizard, unanswered: true };
    case 'registered':
      return { ...wizard, step: 'done' };
    case 'phone unverified':
      return { ...wizard, step: 'phone', otp: undefined };
    case 'back':
      // A confirmed code is not asked for again: Back from the profile leads to the number.
      return { ...wizard, step: wizard.step === 'bank' ? 'profile' : 'phone' };
  }
}

/** A code sent to this number just now may still arrive: a step back and forward sends no second SMS. */
export function codeUnderWay(otp: Otp, phone: string, now: number): boolean {
  return otp.phone === phone && now < otp.resendAt;
}

/**
 * The data in the tab's storage, so that a phone that closes the browser does not lose it. Passwords are not stored: a
 * member who returns at the last step types them again.
 */
export function toStorage(wizard: Wizard): string {
  return JSON.stringify({ ...wizard, entries: { ...wizard.entries, password: '', confirm: '' } });
}

export function fromStorage(stored: string | null, fresh: Wizard): Wizard {
  try {
    const wizard = JSON.parse(stored ?? 'null') as Wizard | null;
    if (!wizard || wizard.step === 'done' || !STEPS.includes(wizard.step)) return fresh;
    const inviteCode = fresh.entries.inviteCode || wizard.entries.inviteCode;
    return {
      ...fresh,
      ...wizard,
      step: wizard.step === 'bank' ? 'profile' : wizard.step,
      entries: { ...fresh.entries, ...wizard.entries, inviteCode },
    };
  } catch {
    return fresh;
  }
}
