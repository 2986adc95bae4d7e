import type { ReactNode } from 'react';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';

interface Props {
  since: string | undefined;
  /** The operator has secrets of its own: this one may be added. */
  own: boolean;
  children: ReactNode;
}

/** Since when there is a secret, and what can be done with it. */
export function SinceLine({ since, own, children }: Props) {
  const { t } = useI18n();
  if (!since && !own) return <p className="text-t2">{t('me.none')}</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span className="text-t2">
        {since ? (
          <>
            {t('me.since')} <Moment at={since} />
          </>
        ) : (
          t('me.notYet')
        )}
      </span>
      {children}
    </div>
  );
}
