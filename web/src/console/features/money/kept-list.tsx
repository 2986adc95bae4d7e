import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { LONE_LINK } from '@/console/kit/link';
import { ListRow, RowList } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { signed } from './amount';
import { liabilitiesQuery } from './queries';

/** The liability reports that were kept, newest first. */
export function KeptList() {
  const { t } = useI18n();
  const list = useInfiniteQuery(liabilitiesQuery);
  return (
    <RowList
      title={t('liability.kept')}
      list={list}
      empty={t('liability.none')}
      file={{ path: '/api/report/liability' }}
    >
      {({ id, madeAt, by, effect, report: { ratio, owed } }) => (
        <ListRow
          key={id}
          title={
            <>
              <Link to={`/money/coverage/${id}`} className={LONE_LINK}>
                <Moment at={madeAt} />
              </Link>
              {effect && <State tone="coral">{t('liability.stopped')}</State>}
            </>
          }
          figure={ratio === null ? t('coverage.unknown') : `${(ratio / 100).toFixed(2)} %`}
        >
          <span>{by ?? t('liability.daily')}</span>
          <span>{t('liability.owed', { amount: signed(owed.total) })}</span>
        </ListRow>
      )}
    </RowList>
  );
}
