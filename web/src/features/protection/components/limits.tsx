import type { ProtectionLimit } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { Icon } from '@/shared/ui/icon';
import { Progress } from '@/shared/ui/progress';
import { endOf, KINDS, type Kind, limitOf, PERIODS, type Period, partUsed } from '../rules';

/** Every possible limit, with how much of it is used; a tap changes it. */
export function Limits({ limits }: { limits: readonly ProtectionLimit[] }) {
  const { t } = useI18n();
  return (
    <section aria-label={t('safe.limits')} className="grid grid-cols-1 gap-2">
      <h3 className="text-m font-semibold">{t('safe.limits')}</h3>
      <p className="text-s text-t2">{t('safe.limitsText')}</p>
      {KINDS.map((kind) => (
        <ul key={kind} className="grid divide-y divide-line/60 rounded-l border border-line bg-s2">
          {PERIODS.map((period) => (
            <li key={period}>
              <Row kind={kind} period={period} limit={limitOf(limits, kind, period)} />
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}

function Row({ kind, period, limit }: { kind: Kind; period: Period; limit: ProtectionLimit | undefined }) {
  const { t } = useI18n();
  const sheet = useSheet();
  return (
    <div className="grid gap-2 px-4 py-2">
      <button
        type="button"
        onClick={() => sheet.openOver('limit', { kind, period })}
        className="flex min-h-11 w-full items-center gap-3 text-left"
      >
        <span className="min-w-0 flex-1 text-m">{t(`limit.${kind}.${period}`)}</span>
        <span className={`text-s tabular-nums ${limit ? 'font-semibold' : 'text-t2'}`}>
          {limit ? baht(limit.amount) : t('limit.none')}
        </span>
        <span className="text-t3">
          <Icon name="chevron-right" size="m" />
        </span>
      </button>
      {limit && <Used limit={limit} />}
    </div>
  );
}

/** The bar, when a used-up limit begins again, and the looser one that waits. */
export function Used({ limit }: { limit: ProtectionLimit }) {
  const { t } = useI18n();
  const { kind, period, next } = limit;
  return (
    <div className="grid gap-1 pb-1.5">
      <Progress
        label={t(`limit.${kind}.${period}`)}
        part={partUsed(limit)}
        from={t('limit.used', { amount: baht(limit.used) })}
        to={t('limit.left', { amount: baht(limit.left) })}
      />
      {limit.used >= limit.amount && (
        <p className="text-s text-gold">{t('limit.again', { time: formatDateTime(endOf(period, new Date())) })}</p>
      )}
      {next && <p className="text-s text-sky">{waitsText(next)}</p>}
    </div>
  );

  function waitsText({ amount, from }: NonNullable<ProtectionLimit['next']>): string {
    const time = formatDateTime(from);
    return amount === null ? t('limit.waitsLift', { time }) : t('limit.waits', { amount: baht(amount), time });
  }
}
