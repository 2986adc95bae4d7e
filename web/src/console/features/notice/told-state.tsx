import type { Notification } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { State } from '@/console/kit/state';

const TONES = { due: 'gold', done: 'jade', dead: 'coral' } as const;

/** How far a notice has come to one target, in a word. */
export function ToldState({ state }: { state: Notification['state'] }) {
  const { t } = useI18n();
  return <State tone={TONES[state]}>{t(`notice.${state}`)}</State>;
}
