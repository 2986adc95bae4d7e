import type { Status as Value } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { Icon, type IconName } from './icon';

const LOOKS: Record<Value, [IconName, string, PlainKey]> = {
  IN_PROGRESS: ['clock', 'text-sky', 'status.IN_PROGRESS'],
  SUCCESS: ['check', 'text-jade', 'status.SUCCESS'],
  FAILED: ['cross', 'text-coral', 'status.FAILED'],
};

/** The state of a movement: an icon, a word and a colour, never the colour alone. */
export function Status({ value }: { value: Value }) {
  const { t } = useI18n();
  const [icon, color, text] = LOOKS[value];
  return (
    <span className={`inline-flex items-center gap-1 ${color}`}>
      <Icon name={icon} size="s" />
      {t(text)}
    </span>
  );
}
