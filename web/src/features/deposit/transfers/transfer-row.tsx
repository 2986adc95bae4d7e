import { codeText } from '@/shared/api/error-text';
import type { DepositTransfer } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { PATHS } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Icon, type IconName } from '@/shared/ui/icon';
import { nextStep, supportHelps, type TransferState, transferState } from './rules';

const LOOKS: Record<TransferState, { icon: IconName; color: string }> = {
  waits: { icon: 'clock', color: 'text-sky' },
  received: { icon: 'lock', color: 'text-gold' },
  done: { icon: 'check', color: 'text-jade' },
  failed: { icon: 'cross', color: 'text-coral' },
};

/** What a transfer waits for, by its way. */
const WAITS: Record<DepositTransfer['kind'], { title: PlainKey; text: PlainKey }> = {
  declared: { title: 'declare.waiting', text: 'declare.waitingText' },
  truelink: { title: 'link.pending', text: 'link.pendingText' },
  qr: { title: 'transfers.checked', text: 'transfers.checkedText' },
};

const TITLES: Record<Exclude<TransferState, 'waits'>, PlainKey> = {
  received: 'transfers.received',
  done: 'slips.done',
  failed: 'status.FAILED',
};

/** One transfer: its state, how much, why, and until when it waits. */
export function TransferRow({ transfer }: { transfer: DepositTransfer }) {
  const { t } = useI18n();
  const state = transferState(transfer);
  const { icon, color } = LOOKS[state];
  const { kind, amount, createdAt, lapsesAt } = transfer;
  return (
    <li className="grid gap-2 rounded-l border border-line bg-s2 p-4 text-s">
      <div className="flex items-baseline justify-between gap-3">
        <p role="status" className={`flex items-center gap-1.5 font-semibold ${color}`}>
          <Icon name={icon} size="s" />
          {t(state === 'waits' ? WAITS[kind].title : TITLES[state])}
        </p>
        <p className="text-m font-semibold tabular-nums">{amount > 0 ? baht(amount) : <NoAmount />}</p>
      </div>
      <Explained transfer={transfer} state={state} />
      <p className="text-xs text-t3 tabular-nums">
        {formatDateTime(createdAt)}
        {state === 'waits' && lapsesAt && ` · ${t('transfers.until', { time: formatDateTime(lapsesAt) })}`}
      </p>
    </li>
  );
}

function Explained({ transfer: { kind, note }, state }: { transfer: DepositTransfer; state: TransferState }) {
  const { t } = useI18n();
  const { open } = useSheet();
  switch (state) {
    case 'done':
      return null;
    case 'waits':
      return <p className="text-t2">{t(WAITS[kind].text)}</p>;
    case 'received':
      return (
        <>
          <p className="text-t2">{t('deposit.heldText')}</p>
          <div>
            <Button size="s" variant="secondary" onClick={() => open('held')}>
              {t('deposit.heldWhy')}
            </Button>
          </div>
        </>
      );
    case 'failed':
      return (
        <>
          <p className="font-semibold">{codeText(note ?? 'UNKNOW_ERROR')}</p>
          <p className="text-t2">{t(nextStep(note))}</p>
          {supportHelps(note) && (
            <div>
              <ButtonLink size="s" variant="secondary" icon="chat" to={PATHS.memberContact}>
                {t('slips.contact')}
              </ButtonLink>
            </div>
          )}
        </>
      );
  }
}

function NoAmount() {
  const { t } = useI18n();
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('slips.noAmount')}</span>
    </>
  );
}
