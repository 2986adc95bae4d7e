import type { Slot } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { wayOut } from '@/shared/lib/open-window';
import { ButtonAnchor } from '@/shared/ui/button';

/** The game's own apps: on a phone the one for it, elsewhere both. */
export function AppLinks({ game }: { game: Slot }) {
  const { t } = useI18n();
  const phone = phoneOf(navigator.userAgent);
  const android = phone === 'ios' ? null : game.android;
  const ios = phone === 'android' ? null : game.ios;
  if (!android && !ios) return null;
  return (
    <div className={`grid gap-3 ${android && ios ? 'grid-cols-2' : ''}`}>
      {android && (
        <ButtonAnchor variant="secondary" size="s" icon="phone" href={android} {...wayOut()}>
          {t('game.android')}
        </ButtonAnchor>
      )}
      {ios && (
        <ButtonAnchor variant="secondary" size="s" icon="phone" href={ios} {...wayOut()}>
          {t('game.ios')}
        </ButtonAnchor>
      )}
    </div>
  );
}

function phoneOf(agent: string): 'android' | 'ios' | undefined {
  if (/Android/.test(agent)) return 'android';
  return /iPhone|iPad|iPod/.test(agent) ? 'ios' : undefined;
}
