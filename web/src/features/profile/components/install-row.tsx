import { useI18n } from '@/shared/i18n';
import { install, useWayToInstall } from '@/shared/lib/install';
import { Icon } from '@/shared/ui/icon';

const LOOK = 'flex min-h-14 w-full items-center gap-3 rounded-l border border-line bg-s1 px-4 py-2 text-left';

/**
 * Installs the app on the home screen: by the browser's prompt, or with Safari's instructions. Empty if neither is
 * possible.
 */
export function InstallRow() {
  const { t } = useI18n();
  const way = useWayToInstall();
  if (!way) return null;
  const inside = (
    <>
      <span className="text-gold">
        <Icon name="download" size="m" />
      </span>
      <span className="grid">
        <span className="text-m">{t('install.title')}</span>
        <span className="text-s text-t2">{t(way === 'prompt' ? 'install.text' : 'install.ios')}</span>
      </span>
    </>
  );
  if (way === 'menu') return <div className={LOOK}>{inside}</div>;
  return (
    <button
      type="button"
      onClick={() => void install()}
      className={`${LOOK} transition-colors duration-120 hover:bg-s2`}
    >
      {inside}
    </button>
  );
}
