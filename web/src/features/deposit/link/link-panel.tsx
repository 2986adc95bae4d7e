import { useEffect, useState } from 'react';
import { useRecentMovements } from '@/features/wallet/queries';
import { codeText } from '@/shared/api/error-text';
import type { StatementRow } from '@/shared/api/wire';
import { useCountdown } from '@/shared/hooks/use-countdown';
import { useI18n } from '@/shared/i18n';
import { formatTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';
import { Arrived, ArrivedHeld, Ending } from '../components/arrived';
import { useHeldArrival } from '../use-arrival';
import { canEncrypt } from './encrypt';
import { LinkForm } from './link-form';
import { type OpenLink, useOpenLink } from './open-link';
import { settledBy } from './rules';

/** After this a link's fate may be one that no statement tells: handing it in again does (it is claimed once). */
const LONG_MS = 60_000;

/** A TrueMoney gift link: pasted, sent, and followed until its money is here. */
export default function LinkPanel() {
  const { t } = useI18n();
  const [got, setGot] = useState<number>();
  const { open, remember, forget } = useOpenLink();
  const held = useHeldArrival(open !== undefined || got !== undefined);

  function more() {
    held.forget();
    forget();
    setGot(undefined);
  }

  function settled(amount: number) {
    forget();
    setGot(amount);
  }

  if (held.amount) return <ArrivedHeld amount={held.amount} onMore={more} />;
  if (got !== undefined) return <Arrived amount={got} at={new Date()} onMore={more} />;
  if (open) return <Pending link={open} onGot={settled} onMore={more} />;
  if (!canEncrypt())
    return (
      <Notice tone="warning" title={t('link.insecure')}>
        {t('link.insecureText')}
      </Notice>
    );
  return <LinkForm onGot={setGot} onPending={remember} />;
}

interface PendingProps {
  link: OpenLink;
  onGot(amount: number): void;
  onMore(): void;
}

/** The issuer has not answered: the server goes on asking it, and this goes on asking the server. */
function Pending({ link, onGot, onMore }: PendingProps) {
  const { t } = useI18n();
  const recent = useRecentMovements(true);
  const row = settledBy(link, recent.data?.statements ?? []);
  const amount = row?.status === 'SUCCESS' ? row.amount : undefined;
  useEffect(() => {
    if (amount !== undefined) onGot(amount);
  }, [amount, onGot]);
  const long = useCountdown(link.at + LONG_MS) === 0;
  if (row?.status === 'FAILED') return <Failed row={row} onMore={onMore} />;
  return (
    <Ending
      icon="clock"
      color="bg-sky/15 text-sky"
      title={t('link.pending')}
      text={t(long ? 'link.long' : 'link.pendingText')}
    >
      <p className="flex items-center justify-center gap-2 text-s text-sky">
        <Spinner />
        {t('link.since', { time: formatTime(new Date(link.at)) })}
      </p>
      <Button variant="ghost" block onClick={onMore}>
        {t('link.another')}
      </Button>
    </Ending>
  );
}

function Failed({ row, onMore }: { row: StatementRow; onMore(): void }) {
  const { t } = useI18n();
  return (
    <Notice
      tone="error"
      title={t('link.failed')}
      action={
        <Button size="s" variant="secondary" onClick={onMore}>
          {t('link.another')}
        </Button>
      }
    >
      {codeText(row.reason ?? 'TRUELINK_INVALID')}
    </Notice>
  );
}
