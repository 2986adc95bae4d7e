import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { errorText } from '@/shared/api/error-text';
import type { DepositAccount, StatementRow } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { Notice } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { Arrived, ArrivedHeld } from '../components/arrived';
import { qrQuery } from '../queries';
import { useArrival, useHeldArrival } from '../use-arrival';
import { NewQr } from './new-qr';
import { ShownQr } from './shown-qr';

/** One bank: no code, then a code with its countdown, then the money, all in one place. */
export function OneBank({ bank }: { bank: DepositAccount }) {
  const { t } = useI18n();
  const [ended, setEnded] = useState(false);
  const qr = useQuery(qrQuery(bank.bankCode));
  const open = qr.data?.hasQrcode === true;
  const watching = useLastingTrue(open);
  const arrival = useArrival(
    useCallback((row: StatementRow) => row.from === bank.bankCode, [bank.bankCode]),
    watching,
  );
  const held = useHeldArrival(watching);
  const end = useCallback(() => setEnded(true), []);

  // A code that is gone before its time was paid or taken back: the statement knows.
  const { refetch } = arrival;
  useEffect(() => {
    if (watching && !open) void refetch();
  }, [watching, open, refetch]);

  if (arrival.arrived) {
    const { amount, createdAt } = arrival.arrived;
    return <Arrived amount={amount} at={createdAt} onMore={arrival.forget} />;
  }
  if (held.amount) return <ArrivedHeld amount={held.amount} onMore={held.forget} />;
  if (qr.isPending) return <Skeleton className="h-64" />;
  if (qr.isError) return <Notice tone="error">{errorText(qr.error)}</Notice>;
  if (qr.data.hasQrcode && !ended) return <ShownQr bank={bank} qr={qr.data} onEnd={end} />;
  return (
    <>
      {ended && <Notice tone="info">{t('deposit.ended')}</Notice>}
      <NewQr bank={bank} onCreated={() => setEnded(false)} />
    </>
  );
}

/** True from the first time on: a code was shown while this panel stood. */
function useLastingTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  useEffect(() => {
    if (now) setEver(true);
  }, [now]);
  return ever || now;
}
