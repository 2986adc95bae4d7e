import { useState } from 'react';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { type Bounds, type Fault, faultOf } from '@/shared/lib/amount-rules';
import { plainTyped, readAmount, type Unread } from '@/shared/lib/typed-amount';

const UNREAD: Record<Unread, PlainKey> = {
  ambiguous: 'amount.ambiguous',
  decimals: 'amount.decimals',
  large: 'amount.large',
  unreadable: 'amount.unreadable',
};

interface Rules extends Bounds {
  /** The initial value. */
  start?: string;
  /** Faults that are shown while typing; the others are shown once the form was sent. */
  early?: readonly Fault[];
  /** A fault in this form's own words; undefined if another field's error comes first. */
  say(fault: Fault, amount: number | undefined): string | undefined;
}

/** A valid amount, as it was at the moment of a tap. */
export interface Taken {
  /** Baht. */
  amount: number;
  /** Call it once the amount was used: the field is emptied, unless the member has typed the next amount meanwhile. */
  used(): void;
}

export interface AmountEntry {
  text: string;
  /** Baht; undefined if nothing was typed, or no valid amount. */
  amount: number | undefined;
  /** What is wrong with it, shown or not. */
  fault: Fault | undefined;
  /** The fault to show: the amount can't be read and the field was left, or the form was sent. */
  error: string | undefined;
  type(text: string): void;
  pick(amount: number): void;
  /** Call it when the field loses the focus. */
  leave(): void;
  /** For the form's action: the amount, or undefined, in which case the member sees why. */
  take(): Taken | undefined;
}

const STEP: readonly Fault[] = ['step'];

/** An amount of baht that a member enters. */
export function useAmount({ start = '', early = STEP, say, ...bounds }: Rules): AmountEntry {
  const { t } = useI18n();
  const [{ text, edits }, setEntry] = useState(() => ({ text: plainTyped(start), edits: 0 }));
  const [asked, setAsked] = useState(false);
  const [left, setLeft] = useState(false);
  const { amount, unread } = readAmount(text);
  const fault = faultOf(amount, bounds);
  const type = (typed: string) => setEntry((now) => ({ text: typed, edits: now.edits + 1 }));

  function error(): string | undefined {
    if (unread && (asked || left)) return t(UNREAD[unread]);
    return fault && (asked || early.includes(fault)) ? say(fault, amount) : undefined;
  }

  function used() {
    setEntry((now) => (now.edits === edits ? { text: '', edits: edits + 1 } : now));
    setAsked(false);
    setLeft(false);
  }

  return {
    text,
    amount,
    fault,
    error: error(),
    type,
    pick: (part) => type(plainTyped(String(part))),
    leave() {
      setLeft(true);
      setEntry((now) => ({ ...now, text: plainTyped(now.text) }));
    },
    take() {
      setAsked(true);
      return amount === undefined || fault ? undefined : { amount, used };
    },
  };
}
