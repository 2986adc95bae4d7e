import { Link } from 'react-router';
import type { QuarantinedSystem } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { LINK } from '@/console/kit/link';
import type { Span } from './missing';

interface Props {
  system: QuarantinedSystem;
  missing: readonly Span[];
}

/** What a person has to do before a system may be used again. */
export function WhatIsLeft({ system: { takes, lists, openCases }, missing }: Props) {
  const { t } = useI18n();
  const booking = lists.some(({ done }) => !done);
  const nothing = takes && !booking && missing.length === 0 && openCases === 0;
  return (
    <ul aria-label={t('restore.left')} className="grid list-disc gap-0.5 pl-5 text-s text-t2">
      {!takes && <li>{t('restore.byHand')}</li>}
      {booking && <li>{t('restore.booking')}</li>}
      {takes &&
        missing.map(({ from, to }) => (
          <li key={from}>
            {t('restore.missing')} <Moment at={from} /> – <Moment at={to} />
          </li>
        ))}
      {openCases > 0 && (
        <li>
          <Link to="/queue?kind=import" className={LINK}>
            {t('restore.openCases', { count: openCases })}
          </Link>
        </li>
      )}
      {nothing && <li>{t('restore.nothingLeft')}</li>}
    </ul>
  );
}
