import { useState } from 'react';
import type { PlainKey } from '@/shared/i18n/types';
import { plainTyped, readAmount, type Unread } from '@/shared/lib/typed-amount';

const WORDS: Record<Unread, PlainKey> = {
  ambiguous: 'amount.ambiguous',
  decimals: 'amount.decimals',
  large: 'amount.large',
  unreadable: 'amount.unreadable',
};

export interface AmountEntry {
  text: string;
  /** Baht; undefined where nothing was typed, or nothing that is one amount. */
  amount: number | undefined;
  /** Why it can't be read, once the member has left the field or asked for what the form does. */
  trouble: PlainKey | undefined;
  /** The form was sent: what is missing may be told. */
  asked: boolean;
  /** How often it was changed: what an answer that comes later may still empty. */
  edits: number;
  type(text: string): void;
  pick(amount: number): void;
  /** The field was left. */
  leave(): void;
  ask(): void;
  /** It was used, as it stood after so many edits: what was typed since is the next one's. */
  used(edits: number): void;
}

/** An amount of baht that a member enters. */
export function useAmount(start = ''): AmountEntry {
  const [{ text, edits }, setEntry] = useState(() => ({ text: plainTyped(start), edits: 0 }));
  const [asked, setAsked] = useState(false);
  const [left, setLeft] = useState(false);
  const { amount, unread } = readAmount(text);
  const type = (typed: string) => setEntry((now) => ({ text: typed, edits: now.edits + 1 }));
  return {
    text,
    amount,
    trouble: unread && (asked || left) ? WORDS[unread] : undefined,
    asked,
    edits,
    type,
    pick: (part) => type(plainTyped(String(part))),
    leave() {
      setLeft(true);
      setEntry((now) => ({ ...now, text: plainTyped(now.text) }));
    },
    ask: () => setAsked(true),
    used(at) {
      setEntry((now) => (now.edits === at ? { text: '', edits: at + 1 } : now));
      setAsked(false);
      setLeft(false);
    },
  };
}
