import { useOnline } from '@/shared/hooks/use-online';
import { useI18n } from '@/shared/i18n';
import { Icon } from '@/shared/ui/icon';

/** Says that the data shown may be old while there is no network. */
export function OfflineBar() {
  const { t } = useI18n();
  if (useOnline()) return null;
  return (
    <p role="status" className="flex items-center justify-center gap-2 bg-s3 px-4 py-1.5 text-s text-t1">
      <Icon name="offline" size="s" />
      {t('offline.bar')}
    </p>
  );
}
