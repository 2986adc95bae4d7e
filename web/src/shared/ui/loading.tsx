import { useDelayedFlag } from '@/shared/hooks/use-delayed-flag';
import { useI18n } from '@/shared/i18n';
import { Spinner } from './spinner';

/** Shows that something is loading. A quick load is not shown. */
export function Loading({ className = '' }: { className?: string }) {
  const { t } = useI18n();
  const late = useDelayedFlag(true);
  return (
    late && (
      <p role="status" className={`flex items-center gap-3 ${className}`}>
        <Spinner />
        {t('loading')}
      </p>
    )
  );
}
