import { useI18n } from '@/console/i18n';
import { State } from '@/console/kit/state';
import { useNow } from '@/console/kit/use-now';

/** Whether an operator may act: now, later, or no longer. */
export function OperatorState({ active, effectiveAt }: { active: boolean; effectiveAt: string }) {
  const { t } = useI18n();
  const waits = Date.parse(effectiveAt) > useNow();
  if (!active) return <State tone="grey">{t('staff.disabled')}</State>;
  return <State tone={waits ? 'sky' : 'jade'}>{t(waits ? 'staff.waits' : 'staff.active')}</State>;
}
