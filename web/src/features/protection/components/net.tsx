import type { Protection } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';

/** The member's deposits and withdrawals over its life, and the difference, in plain words and without a judgement. */
export function Net({ net: { deposits, withdrawals } }: { net: Protection['net'] }) {
  const { t } = useI18n();
  const difference = Math.round((withdrawals - deposits) * 100) / 100;
  const lines = [
    [t('safe.deposits'), deposits],
    [t('safe.withdrawals'), withdrawals],
  ] as const;
  return (
    <section aria-label={t('safe.net')} className="grid gap-2">
      <h3 className="text-m font-semibold">{t('safe.net')}</h3>
      <dl className="grid gap-1.5 rounded-l bg-s2 p-4 text-s tabular-nums">
        {lines.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-t2">{name}</dt>
            <dd>{baht(amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-1.5 font-semibold">
          <dt>{t(difference > 0 ? 'safe.less' : 'safe.more')}</dt>
          <dd>{baht(Math.abs(difference))}</dd>
        </div>
      </dl>
    </section>
  );
}
