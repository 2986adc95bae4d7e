import { useRecentMovements } from '@/features/wallet/queries';
import type { StatementType } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { baht } from '@/shared/lib/money';
import { Icon } from '@/shared/ui/icon';

const TEXTS: Record<StatementType, PlainKey> = {
  deposit: 'home.pendingDeposit',
  withdraw: 'home.pendingWithdraw',
  transfer: 'home.pendingTransfer',
  bonus: 'home.pendingBonus',
  finish_bonus: 'home.pendingBonus',
};

/** Money on its way: what, how much; a tap shows where it stands. Nothing where nothing waits. */
export function PendingChips() {
  const { t } = useI18n();
  const sheet = useSheet();
  const recent = useRecentMovements();
  const pending = recent.data?.statements.filter((row) => row.status === 'IN_PROGRESS') ?? [];
  if (pending.length === 0) return null;
  return (
    <ul aria-label={t('home.pending')} className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none]">
      {pending.map((row) => (
        <li key={row._id} className="shrink-0">
          <button
            type="button"
            onClick={() => sheet.open('receipt', { id: row._id, page: '1' })}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-sky/40 bg-sky/10 px-4 text-s text-t1"
          >
            <span className="text-sky">
              <Icon name="clock" size="s" />
            </span>
            {t(TEXTS[row.statementType])} <span className="font-semibold tabular-nums">{baht(row.amount)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
