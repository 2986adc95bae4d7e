import { useIsMutating } from '@tanstack/react-query';
import { MONEY, useRecentMovements } from '@/features/wallet/queries';
import type { StatementRow } from '@/shared/api/wire';

/**
 * Transfers of this game that are not settled yet. While a tap's own answer is awaited its button says so; most are there
 * in a second, and nothing should come and go above a finger.
 */
export function useUnderWay(code: string): StatementRow[] {
  const recent = useRecentMovements();
  const asking = useIsMutating({ predicate: ({ options }) => options.scope?.id === MONEY.id });
  if (asking > 0) return [];
  return recent.data?.statements.filter((row) => touches(row, code)) ?? [];
}

const touches = ({ statementType, status, from, to }: StatementRow, code: string) =>
  statementType === 'transfer' && status === 'IN_PROGRESS' && (from === code || to === code);
