import { useEffect, useRef, useState } from 'react';
import { useRecentMovements } from '@/features/wallet/queries';
import type { StatementRow } from '@/shared/api/wire';

/**
 * The deposit that comes in while the sheet is open: the first one from this bank that was not there before.
 * It is found in the statement, which is the ledger itself, not guessed from the balance.
 */
export function useArrival(bankCode: string, watching: boolean) {
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
    const fresh = deposits.find((row) => !known.current?.has(row._id));
    for (const row of deposits) known.current.add(row._id);
    if (fresh && watching && fresh.from === bankCode) setArrived(fresh);
  }, [rows, watching, bankCode]);

  return { arrived, refetch: recent.refetch, forget: () => setArrived(undefined) };
}
