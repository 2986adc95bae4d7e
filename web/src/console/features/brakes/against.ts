import type { StoppedSystem } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { useSystemName } from '@/console/kit/system';
import { formatMoment } from '@/console/kit/time';
import { baht } from '@/shared/lib/money';

/** What speaks against a system, in words; technical evidence is shown after them. */
export function useAgainst() {
  const { t } = useI18n();
  const { zone } = useHouse();
  const nameOf = useSystemName();
  return (one: StoppedSystem['found'][number]): string => {
    const { kind, provider, cases, amount, ratio, at, account, detail } = one;
    const reference = one.reference ?? '';
    switch (kind) {
      case 'differences':
        return t('stands.differences', { system: nameOf(`provider:${provider}`), count: cases, amount: baht(amount) });
      case 'coverage':
        return t('stands.coverage', {
          ratio: ((ratio ?? 0) / 100).toFixed(2),
          time: at ? formatMoment(at, zone) : '–',
        });
      case 'paid_and_refused':
      case 'paid_after_return':
        return t(`stands.${kind}`, { reference });
      case 'callout':
        return t('stands.callout', { count: cases });
      case 'earlier':
        return t('stands.earlier', { detail: detail ?? '' });
      default:
        return [t(`stands.${kind}`), account, detail].filter(Boolean).join(' · ');
    }
  };
}
