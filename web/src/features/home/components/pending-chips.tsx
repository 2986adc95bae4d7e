import { useEffect, useState } from 'react';
import { useRecentMovements, useSlips, useWallet } from '@/features/wallet/queries';
import type { StatementType } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { baht } from '@/shared/lib/money';
import { KEYS, tab } from '@/shared/session/storage';
import { Icon, type IconName } from '@/shared/ui/icon';
import { Skeleton } from '@/shared/ui/skeleton';

const TEXTS: Record<StatementType, PlainKey> = {
  deposit: 'home.pendingDeposit',
  withdraw: 'home.pendingWithdraw',
  transfer: 'home.pendingTransfer',
  bonus: 'home.pendingBonus',
  finish_bonus: 'home.pendingBonus',
};

/** Money on its way or kept until it is known whose it is: what, how much; a tap says why. Nothing where nothing waits. */
export function PendingChips() {
  const { t } = useI18n();
  const sheet = useSheet();
  const recent = useRecentMovements();
  const slips = useSlips(1);
  const wallet = useWallet();
  const held = wallet.data?.wallet.held ?? 0;
  const moving = recent.data?.statements.filter((row) => row.status === 'IN_PROGRESS') ?? [];
  const checked = slips.data?.slips.filter((slip) => slip.status === 'IN_PROGRESS') ?? [];
  const some = moving.length + checked.length > 0 || held > 0;
  const asking = recent.isPending || slips.isPending || wallet.isPending;
  const expected = useExpected(some, asking);
  if (!some) return asking && expected ? <Skeleton className="h-11 w-48 rounded-full" /> : null;
  return (
    <ul aria-label={t('home.pending')} className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none]">
      {held > 0 && (
        <Chip icon="lock" text={t('home.held')} amount={held} waits="warning" onClick={() => sheet.open('held')} />
      )}
      {checked.map((slip) => (
        <Chip
          key={slip._id}
          icon="image"
          text={t('home.pendingSlip')}
          amount={slip.amount}
          onClick={() => sheet.open('slips')}
        />
      ))}
      {moving.map((row) => (
        <Chip
          key={row._id}
          icon="clock"
          text={t(TEXTS[row.statementType])}
          amount={row.amount}
          onClick={() => sheet.open('receipt', { id: row._id, page: '1' })}
        />
      ))}
    </ul>
  );
}

/** Whether there were chips when home was last seen: then their place is kept, so that nothing jumps when they come. */
function useExpected(some: boolean, asking: boolean): boolean {
  const [expected] = useState(() => tab.get(KEYS.chips) === 'true');
  useEffect(() => {
    if (!asking) tab.set(KEYS.chips, String(some));
  }, [some, asking]);
  return expected;
}

interface ChipProps {
  icon: IconName;
  text: string;
  /** Baht; 0 where it is not known yet. */
  amount: number;
  /** By itself, or for somebody to do something. */
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
        {text} {amount > 0 && <span className="font-semibold tabular-nums">{baht(amount)}</span>}
      </button>
    </li>
  );
}
