import { useEffect, useState } from 'react';
import { useTransfers } from '@/features/wallet/queries';
import { codeText } from '@/shared/api/error-text';
import { useCountdown } from '@/shared/hooks/use-countdown';
import { useI18n } from '@/shared/i18n';
import { formatTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { CheckedNotice } from '@/shared/ui/checked-notice';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';
import { Arrived, ArrivedHeld, Ending } from '../components/arrived';
import type { PanelProps } from '../panel-props';
import { transferState } from '../transfers/rules';
import { YourTransfers } from '../transfers/your-transfers';
import { useHeldArrival } from '../use-arrival';
import { canEncrypt } from './encrypt';
import { LinkForm } from './link-form';
import { type OpenLink, useOpenLink } from './open-link';

/** After this time the member may leave the page. */
const LONG_MS = 60_000;

/** A TrueMoney gift link, and the results of earlier ones. */
export default function LinkPanel({ lookup }: PanelProps) {
  const { t } = useI18n();
  const followed = useOpenLink();
  const [refused, setRefused] = useState<string>();
  const checkedSince = lookup.wallets[0]?.checkedSince;
  return (
    <div className="grid gap-4">
      <CheckedNotice since={checkedSince}>{t('deposit.checkedText')}</CheckedNotice>
      {(!checkedSince || followed.open) && <OneLink followed={followed} onRefused={setRefused} />}
      <YourTransfers
        kind="truelink"
        except={({ reference }) => reference === followed.open?.reference || reference === refused}
      />
    </div>
  );
}

interface OneLinkProps {
  followed: ReturnType<typeof useOpenLink>;
  onRefused(reference: string | undefined): void;
}

/** A link: pasted, sent, and followed until its end is known. */
function OneLink({ followed: { open, remember, forget }, onRefused }: OneLinkProps) {
  const { t } = useI18n();
  // Kept here, so that the next link stays if it is pasted before the answer to this one.
  const [typed, setTyped] = useState('');
  const [got, setGot] = useState<number>();
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
  return (
    <LinkForm
      typed={typed}
      onType={setTyped}
      onUsed={(sent) => setTyped((now) => (now === sent ? '' : now))}
      onRefused={onRefused}
      onGot={setGot}
      onPending={remember}
    />
  );
}

interface PendingProps {
  link: OpenLink;
  onGot(amount: number): void;
  onMore(): void;
}

/** The issuer has not answered: the server keeps asking it, and the page keeps asking the server. */
function Pending({ link, onGot, onMore }: PendingProps) {
  const { t } = useI18n();
  const mine = useTransfers(true).data?.transfers.find((one) => one.reference === link.reference);
  const state = mine && transferState(mine);
  const got = state === 'done' ? mine?.amount : undefined;
  useEffect(() => {
    if (got !== undefined) onGot(got);
  }, [got, onGot]);
  const long = useCountdown(link.at + LONG_MS) === 0;
  if (mine && state === 'received') return <ArrivedHeld amount={mine.amount} onMore={onMore} />;
  if (mine && state === 'failed') return <Failed note={mine.note} onMore={onMore} />;
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

function Failed({ note, onMore }: { note: string | null; onMore(): void }) {
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
      {codeText(note ?? 'TRUELINK_INVALID')}
    </Notice>
  );
}
