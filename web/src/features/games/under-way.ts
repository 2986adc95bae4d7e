import { useIsMutating } from '@tanstack/react-query';
import { MONEY, useMoving } from '@/features/wallet/queries';
import type { StatementRow } from '@/shared/api/wire';

/**
 * Transfers of this game that are not settled yet. While a tap's own answer is awaited its button shows that. Most
 * settle in a second, and nothing should appear and disappear above a finger.
 */
export function useUnderWay(code: string): StatementRow[] {
  const moving = useMoving();
  const asking = useIsMutating({ predicate: ({ options }) => options.scope?.id === MONEY.id });
  return asking > 0 ? [] : moving.filter(({ from, to }) => from === code || to === code);
}
