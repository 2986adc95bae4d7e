import type { RefundCheck } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { Amount } from '@/shared/ui/amount';

/**
 * The calculation of the refund: the loss is the balance at the last refund plus deposits, less withdrawals and the
 * present balance.
 */
export function Sum({ info }: { info: RefundCheck['info'] }) {
  const { t } = useI18n();
  const lines = [
    ...(info.from ? ([[t('refund.before'), info.before]] as const) : []),
    [t('refund.deposits'), info.deposit],
    [t('refund.withdrawals'), info.withdraw, '-'],
    [t('refund.balance'), info.balance, '-'],
  ] as const;
  return (
    <div className="grid gap-2 rounded-l bg-s2 p-4 text-s">
      <dl className="grid gap-1.5 tabular-nums">
        {lines.map(([name, amount, sign]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-t2">{name}</dt>
            <dd>
              <Amount value={amount} sign={amount > 0 ? sign : undefined} />
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-1.5 font-semibold">
          <dt>{t('refund.loss')}</dt>
          <dd>{baht(info.loss)}</dd>
        </div>
      </dl>
      <p className="text-t2">{t('refund.percent', { percent: info.percent })}</p>
      {info.from && <p className="text-xs text-t3">{t('refund.since', { time: formatDateTime(info.from) })}</p>}
    </div>
  );
}
