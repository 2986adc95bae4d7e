import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorText } from '@/shared/api/error-text';
import type { DepositAccount, StatementRow } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { vibrate } from '@/shared/lib/haptics';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Notice } from '@/shared/ui/notice';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { qrQuery } from '../queries';
import { useArrival } from '../use-arrival';
import { NewQr } from './new-qr';
import { ShownQr } from './shown-qr';

/** One bank: no code, then a code with its countdown, then the money, all in one place. */
export function QrPanel({ bank }: { bank: DepositAccount }) {
  const { t } = useI18n();
  const [ended, setEnded] = useState(false);
  const qr = useQuery(qrQuery(bank.bankCode));
  const open = qr.data?.hasQrcode === true;
  const watching = useLastingTrue(open);
  const arrival = useArrival(bank.bankCode, watching);

  // A code that is gone before its time was paid or taken back: the statement knows.
  const { refetch } = arrival;
  useEffect(() => {
    if (watching && !open) void refetch();
  }, [watching, open, refetch]);

  if (arrival.arrived) return <Arrived row={arrival.arrived} onMore={arrival.forget} />;
  if (qr.isPending) return <Skeleton className="h-64" />;
  if (qr.isError) return <Notice tone="error">{errorText(qr.error)}</Notice>;
  if (qr.data.hasQrcode && !ended) return <ShownQr bank={bank} qr={qr.data} onEnd={() => setEnded(true)} />;
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

/** The money is in: said where the code was, no button needed to find out. */
function Arrived({ row, onMore }: { row: StatementRow; onMore(): void }) {
  const { t } = useI18n();
  const { close } = useSheetState();
  useEffect(() => vibrate('success'), []);
  return (
    <div role="status" className="grid justify-items-center gap-2 py-6 text-center">
      <span className="grid size-20 place-items-center rounded-full bg-jade/15 text-jade">
        <Icon name="check" size="xl" />
      </span>
      <p className="text-xl font-semibold">{t('deposit.arrived', { amount: baht(row.amount) })}</p>
      <p className="text-s text-t2">{t('deposit.arrivedAt', { time: formatDateTime(row.createdAt) })}</p>
      <div className="mt-4 grid w-full gap-2">
        <Button block onClick={close}>
          {t('deposit.done')}
        </Button>
        <Button block variant="ghost" onClick={onMore}>
          {t('deposit.more')}
        </Button>
      </div>
    </div>
  );
}
