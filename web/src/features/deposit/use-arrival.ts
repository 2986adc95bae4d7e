import { useEffect, useRef, useState } from 'react';
import { useRecentMovements, useWallet } from '@/features/wallet/queries';
import type { StatementRow } from '@/shared/api/wire';

/**
 * The deposit that comes in while the sheet is open: the first one of this way that was not there before. It is found
 * in the statement, which is the ledger itself, and not guessed from the balance.
 */
export function useArrival(isOurs: (row: StatementRow) => boolean, watching: boolean) {
  const recent = useRecentMovements();
  const known = useRef<Set<string> | undefined>(undefined);
  const [arrived, setArrived] = useState<StatementRow>();
  const rows = recent.data?.statements;

  useEffect(() => {
    if (!rows) return;
    const deposits = rows.filter((row) => row.statementType === 'deposit' && row.status === 'SUCCESS');
    if (!known.current) {
      known.current = new Set(deposits.map((row) => row._id));
      return;
    }
    const fresh = deposits.filter((row) => !known.current?.has(row._id));
    for (const row of deposits) known.current.add(row._id);
    const ours = fresh.find(isOurs);
    if (ours && watching) setArrived(ours);
  }, [rows, watching, isOurs]);

  return { arrived, refetch: recent.refetch, forget: () => setArrived(undefined) };
}

/**
 * Baht that came while the sheet was open and is held, because its payer is not known to be the member (RULES.md §4).
 * It is in no statement yet, but the wallet reports it.
 */
export function useHeldArrival(watching: boolean) {
  const held = useWallet().data?.wallet.held;
  const [before, setBefore] = useState<number>();
  useEffect(() => {
    if (before === undefined && held !== undefined) setBefore(held);
  }, [before, held]);
  const more = watching && before !== undefined && held !== undefined ? held - before : 0;
  return { amount: more > 0 ? more : undefined, forget: () => setBefore(held) };
}
