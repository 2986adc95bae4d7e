import { useEffect, useState } from 'react';
import { errorText } from '@/shared/api/error-text';
import type { DepositAccount } from '@/shared/api/wire';
import { useCountdown } from '@/shared/hooks/use-countdown';
import { useI18n } from '@/shared/i18n';
import { bankName } from '@/shared/lib/local-name';
import { baht } from '@/shared/lib/money';
import { formatCountdown } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { type OpenQr, useCancelQr } from '../queries';
import { canShare, download, pictureOf, share } from './picture';

/** How a code ended before its money was seen. */
export type Ending = 'time' | 'cancelled';

interface Props {
  bank: DepositAccount;
  qr: OpenQr;
  onEnd(how: Ending): void;
}

/** The code to scan, or to save for the bank's app on the same phone. */
export function ShownQr({ bank, qr, onEnd }: Props) {
  const { t, locale } = useI18n();
  const seconds = useCountdown(qr.endsAt);
  const cancel = useCancelQr(bank.bankCode, () => onEnd('cancelled'));
  const over = seconds === 0;
  useEffect(() => {
    if (over) onEnd('time');
  }, [over, onEnd]);
  const amount = qr.amount ?? 0;
  // As an image the markup is inert, whatever it contains.
  const source = `data:image/svg+xml,${encodeURIComponent(qr.qrcode ?? '')}`;
  return (
    <div className="grid justify-items-center gap-3">
      <p className="flex items-center gap-1 text-2xl font-semibold tabular-nums">
        {baht(amount)}
        <CopyButton value={amount.toFixed(2)} name={t('deposit.amount')} />
      </p>
      <img
        src={source}
        alt={t('deposit.qrAlt', { amount: baht(amount) })}
        width={240}
        height={240}
        className="size-60 rounded-m bg-paper"
      />
      <div className="flex flex-wrap items-center justify-center gap-x-3 text-s">
        <p role="status" className="flex items-center gap-2 text-sky">
          <span className="size-2 animate-pulse rounded-full bg-sky" />
          {t('deposit.waiting')}
        </p>
        <p role="timer" className="text-t2">
          {t('deposit.remaining')}{' '}
          <span className="font-semibold text-t1 tabular-nums">{formatCountdown(seconds)}</span>
        </p>
      </div>
      <TakeAway source={source} amount={amount} />
      <p className="max-w-[36ch] text-center text-s text-balance text-t3">
        {t('deposit.howto', { bank: bankName(bank.bank, locale) })}
      </p>
      {cancel.isError && <Notice tone="error">{errorText(cancel.error)}</Notice>}
      <Button
        variant="ghost"
        block
        pending={cancel.isPending}
        disabled={!qr.qrcodeId}
        onClick={() => qr.qrcodeId && cancel.mutate(qr.qrcodeId)}
      >
        {t('deposit.cancel')}
      </Button>
    </div>
  );
}

/** For the bank's app on the same phone: saves the picture, or shares it if the browser can. */
function TakeAway({ source, amount }: { source: string; amount: number }) {
  const { t } = useI18n();
  const [sharable] = useState(canShare);
  const picture = () => pictureOf(source, `qr-${amount}.png`);
  const failed = () => notify.error(t('deposit.saveFailed'));
  const save = async () => {
    download(await picture());
    notify.success(t('deposit.saved'));
  };
  return (
    <div className={`grid w-full gap-3 ${sharable ? 'grid-cols-2' : ''}`}>
      <Button variant="secondary" icon="download" onClick={() => save().catch(failed)}>
        {t('deposit.save')}
      </Button>
      {sharable && (
        <Button variant="secondary" icon="share" onClick={() => picture().then(share).catch(failed)}>
          {t('deposit.share')}
        </Button>
      )}
    </div>
  );
}
