import { lookUp, useI18n } from '@/console/i18n';
import { useSystemName } from '@/console/kit/system';

/** What an alarm is about, and whose, in words; a newer server's alarm is its name. */
export function useAlarmName() {
  useI18n();
  const systemName = useSystemName();
  return ({ name, of }: { name: string; of: string | null }) =>
    [lookUp(`alarm.${name}`) ?? name, of && systemName(of)].filter(Boolean).join(' · ');
}
