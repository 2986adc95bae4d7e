import { useDelayedFlag } from '@/shared/hooks/use-delayed-flag';
import { useI18n } from '@/shared/i18n';
import { Spinner } from '@/shared/ui/spinner';

/** While a page's code is on its way: nothing for 200 ms, then a sign of work. Keeps the page's height. */
export function PageFallback() {
  const { t } = useI18n();
  const late = useDelayedFlag(true);
  return (
    <div className="grid min-h-[calc(100dvh-120px)] place-items-center text-t2">
      {late && (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          {t('loading')}
        </p>
      )}
    </div>
  );
}
