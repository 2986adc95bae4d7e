import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { DepositAccount, StatementRow } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { Notice } from '@/shared/ui/notice';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { Arrived, ArrivedHeld } from '../components/arrived';
import { qrQuery } from '../queries';
import { useArrival, useHeldArrival } from '../use-arrival';
import { NewQr } from './new-qr';
import { type Ending, ShownQr } from './shown-qr';

const ENDED: Record<Ending, PlainKey> = { time: 'deposit.ended', cancelled: 'deposit.cancelled' };

/** One bank in one place: no code, then a code with its countdown, then the money. */
export function OneBank({ bank, onBank }: { bank: DepositAccount; onBank(code: string): void }) {
  const { t } = useI18n();
  const [ended, setEnded] = useState<Ending>();
  const qr = useQuery(qrQuery(bank.bankCode));
  const open = qr.data?.hasQrcode === true;
  const watching = useLastingTrue(open);
  const arrival = useArrival(
    useCallback((row: StatementRow) => row.from === bank.bankCode, [bank.bankCode]),
    watching,
  );
  const held = useHeldArrival(watching);

  // A code that disappears before its time was paid or cancelled: the statement shows which.
  const { refetch } = arrival;
  useEffect(() => {
    if (watching && !open) void refetch();
  }, [watching, open, refetch]);

  if (arrival.arrived) {
    const { amount, createdAt } = arrival.arrived;
    return <Arrived amount={amount} at={createdAt} onMore={arrival.forget} />;
  }
  if (held.amount) return <ArrivedHeld amount={held.amount} onMore={held.forget} />;
  return (
    <QueryState query={qr} skeleton={<Skeleton className="h-64" />}>
      {(code) =>
        code.hasQrcode && !ended ? (
          <ShownQr bank={bank} qr={code} onEnd={setEnded} />
        ) : (
          <>
            {ended && <Notice>{t(ENDED[ended])}</Notice>}
            {!bank.checkedSince && <NewQr bank={bank} onCreated={() => setEnded(undefined)} onBank={onBank} />}
          </>
        )
      }
    </QueryState>
  );
}

/** True once a code was shown in this panel. */
function useLastingTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  useEffect(() => {
    if (now) setEver(true);
  }, [now]);
  return ever || now;
}
