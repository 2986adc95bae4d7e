import type { ReactNode } from 'react';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';

/** Since when there is a secret, and what can be done with it. */
export function SinceLine({ since, children }: { since: string | undefined; children: ReactNode }) {
  const { t } = useI18n();
  if (!since) return <p className="text-t2">{t('me.none')}</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span className="text-t2">
        {t('me.since')} <Moment at={since} />
      </span>
      {children}
    </div>
  );
}
