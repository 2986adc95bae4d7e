import { lookUp, useI18n } from '@/console/i18n';
import { State } from './state';

const TONES = { up: 'jade', slow: 'gold', down: 'coral', stopped: 'coral' } as const;

/** How a system of the outside is, in a word. */
export function SystemState({ state }: { state: keyof typeof TONES }) {
  const { t } = useI18n();
  return <State tone={TONES[state]}>{t(`system.${state}`)}</State>;
}

/** A system's name: provider:joker is "Games · joker". */
export function useSystemName() {
  const { t } = useI18n();
  return (system: string): string => {
    const [kind = '', code] = system.split(':');
    const name = lookUp(`system.kind.${kind}`);
    if (!name) return system;
    return code ? t('system.named', { kind: name, code }) : name;
  };
}

/** Why it is not up; undefined: that has no words. */
export function useWhy(why: string | null): string | undefined {
  useI18n();
  return why ? lookUp(`system.why.${why}`) : undefined;
}
