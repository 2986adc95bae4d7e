import { Link } from 'react-router';
import { useRecentMovements, useSlips, useWallet } from '@/features/wallet/queries';
import type { StatementRow, StatementType } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { baht } from '@/shared/lib/money';
import { PATHS } from '@/shared/paths';
import { Icon, type IconName } from '@/shared/ui/icon';
import { Skeleton } from '@/shared/ui/skeleton';

const PENDING: Record<StatementType, PlainKey> = {
  deposit: 'home.pendingDeposit',
  withdraw: 'home.pendingWithdraw',
  transfer: 'home.pendingTransfer',
  bonus: 'home.pendingBonus',
  finish_bonus: 'home.pendingBonus',
};
const OVER: Record<StatementType, PlainKey> = {
  ...PENDING,
  deposit: 'home.deposit',
  withdraw: 'home.withdraw',
  transfer: 'home.transfer',
};

/**
 * Money on its way, owed, or held until its payer is known: the kind and the amount; a tap explains it. While nothing
 * is pending, it shows the latest movement. The line always has the same height, so that nothing moves under the finger
 * when money leaves or arrives.
 */
export function PendingChips({ hidden }: { hidden: boolean }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const recent = useRecentMovements();
  const slips = useSlips(1);
  const wallet = useWallet();
  const { held = 0, owed = 0 } = wallet.data?.wallet ?? {};
  const old = wallet.isError && wallet.data !== undefined;
  // The newest comes last, so that the earlier ones keep their place.
  const moving = recent.data?.statements.filter((row) => row.status === 'IN_PROGRESS').reverse() ?? [];
  const checked = slips.data?.slips.filter((slip) => slip.status === 'IN_PROGRESS').reverse() ?? [];
  const shown = (amount: number) => (amount > 0 ? money(amount, hidden) : '');
  // All of them appear at once: a later one would push the others aside.
  if (recent.isPending || slips.isPending || wallet.isPending)
    return (
      <Line>
        <Skeleton className="h-5 w-48" />
      </Line>
    );
  if (!old && held + owed + checked.length + moving.length === 0)
    return (
      <Line>
        <Latest row={recent.data?.statements[0]} hidden={hidden} />
      </Line>
    );
  return (
    <Line>
      <ul aria-label={t('home.pending')} className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none]">
        {old && (
          <Chip icon="refresh" text={t('home.old')} amount="" waits="warning" onClick={() => void wallet.refetch()} />
        )}
        {held > 0 && (
          <Chip
            icon="lock"
            text={t('home.held')}
            amount={shown(held)}
            waits="warning"
            onClick={() => sheet.open('held')}
          />
        )}
        {owed > 0 && (
          <Chip
            icon="alert"
            text={t('home.owed')}
            amount={shown(owed)}
            waits="warning"
            onClick={() => sheet.open('withdraw')}
          />
        )}
        {checked.map((slip) => (
          <Chip
            key={slip._id}
            icon="image"
            text={t('home.pendingSlip')}
            amount={shown(slip.amount)}
            onClick={() => sheet.open('slips')}
          />
        ))}
        {moving.map((row) => (
          <Chip
            key={row._id}
            icon="clock"
            text={t(PENDING[row.statementType])}
            amount={shown(row.amount)}
            onClick={() => sheet.open('receipt', { id: row._id, page: '1' })}
          />
        ))}
      </ul>
    </Line>
  );
}

const money = (amount: number, hidden: boolean) => (hidden ? '••••' : baht(amount));

function Line({ children }: { children: React.ReactNode }) {
  return <div className="grid h-11 items-center">{children}</div>;
}

/** The last movement, in a quiet style, with a link to the statement. */
function Latest({ row, hidden }: { row: StatementRow | undefined; hidden: boolean }) {
  const { t } = useI18n();
  if (!row) return <p className="truncate text-s text-t3">{t('statement.emptyText')}</p>;
  const done = row.status === 'SUCCESS';
  return (
    <Link to={PATHS.statement} className="flex min-h-11 min-w-0 items-center gap-2 text-s text-t2">
      <span className={done ? 'text-jade' : 'text-coral'}>
        <Icon name={done ? 'check' : 'cross'} size="s" />
      </span>
      <span className="min-w-0 flex-1 truncate">
        {t('home.latest')} {t(OVER[row.statementType])}{' '}
        <span className="font-semibold tabular-nums">{money(row.amount, hidden)}</span>
      </span>
      <span className="text-t3">
        <Icon name="chevron-right" size="s" />
      </span>
    </Link>
  );
}

interface ChipProps {
  icon: IconName;
  text: string;
  /** Empty if it is not known yet. */
  amount: string;
  /** Whether it proceeds by itself, or somebody has to act. */
  waits?: 'info' | 'warning';
  onClick(): void;
}

function Chip({ icon, text, amount, waits = 'info', onClick }: ChipProps) {
  const color = waits === 'info' ? 'border-sky/40 bg-sky/10' : 'border-gold/40 bg-gold/10';
  return (
    <li className="shrink-0">
      <button
        type="button"
        onClick={onClick}
        className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-s text-t1 ${color}`}
      >
        <span className={waits === 'info' ? 'text-sky' : 'text-gold'}>
          <Icon name={icon} size="s" />
        </span>
        {text} {amount && <span className="font-semibold tabular-nums">{amount}</span>}
      </button>
    </li>
  );
}
