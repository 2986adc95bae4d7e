import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { quarantineQuery } from '@/console/features/restore/queries';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { Icon } from '@/console/kit/icon';
import { LONE_LINK } from '@/console/kit/link';
import { formatMoment } from '@/console/kit/time';

/** On every page while a restored store is in quarantine: what is shown may be hours old, and nothing moves. */
export function RestoredBanner() {
  const { t } = useI18n();
  const { zone } = useHouse();
  const { data } = useQuery(quarantineQuery);
  if (!data?.open) return null;
  const count = data.systems.filter(({ state }) => state !== 'lifted').length;
  return (
    <section
      aria-label={t('restored.label')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 border-b border-line bg-s2 px-4 py-1 text-s"
    >
      <span className="text-coral">
        <Icon name="alert" size="s" />
      </span>
      <p className="min-w-0 flex-1 basis-60">
        {t('restored.banner', { time: formatMoment(data.backup ?? '', zone), count })}
      </p>
      <Link to="/restore" className={`${LONE_LINK} font-semibold print:hidden`}>
        {t('restored.see')}
      </Link>
    </section>
  );
}
