import { useState } from 'react';
import type { ApiError } from '@/shared/api/error';
import type { StatementRow } from '@/shared/api/wire';
import { KEYS, tab } from '@/shared/session/storage';

/** A declaration that waits for the bank, as this tab knows it: the server keeps no list of them. */
export interface Declared {
  /** Baht. */
  amount: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** RULES.md §4: what the bank never shows lapses. */
const LAPSES_AFTER_MS = 48 * 3600_000;

/** Those that still wait: not lapsed, and no deposit of that amount came since. Each deposit answers one of them. */
export function stillWaiting(declared: readonly Declared[], rows: readonly StatementRow[], now: number): Declared[] {
  const answers = rows.filter((row) => row.statementType === 'deposit' && row.status === 'SUCCESS');
  return declared.filter(({ amount, at }) => {
    const answer = answers.findIndex((row) => row.amount === amount && Date.parse(row.createdAt) >= at);
    if (answer >= 0) answers.splice(answer, 1);
    return answer < 0 && now - at < LAPSES_AFTER_MS;
  });
}

/** Those that a refusal names: the server knows all of them, also from other phones. */
export function openOnes({ params }: ApiError): Declared[] {
  const open = Array.isArray(params.open) ? (params.open as { amount: number; createdAt: string }[]) : [];
  return open.map(({ amount, createdAt }) => ({ amount, at: Date.parse(createdAt) }));
}

/** Remembered over a reload, until the tab is closed. */
export function useDeclared() {
  const [declared, setDeclared] = useState(read);
  return {
    declared,
    add(amount: number) {
      const all = [...read(), { amount, at: Date.now() }];
      tab.set(KEYS.declared, JSON.stringify(all));
      setDeclared(all);
    },
  };
}

function read(): Declared[] {
  try {
    const all: unknown = JSON.parse(tab.get(KEYS.declared) ?? '[]');
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}
