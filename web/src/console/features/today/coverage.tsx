import { Link } from 'react-router';
import type { Today } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { LONE_LINK } from '@/console/kit/link';
import { useOperator } from '@/console/kit/operator';
import { Panel } from '@/console/kit/panel';

const WHOLE = 10_000; // hundredths of a percent

/** What the house had of what it owes its members, by the newest liability report that was kept. */
export function Coverage({ coverage }: { coverage: Today['coverage'] }) {
  const { t } = useI18n();
  const { role } = useOperator();
  const ratio = coverage?.ratio ?? null;
  return (
    <Panel title={t('today.coverage')} aside={coverage && <Moment at={coverage.at} />}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className={`text-l font-semibold tabular-nums ${ratio !== null && ratio < WHOLE ? 'text-coral' : ''}`}>
          {ratio !== null
            ? `${(ratio / 100).toFixed(2)} %`
            : t(coverage ? 'today.coverage.unknown' : 'today.coverage.none')}
        </p>
        {role !== 'support' && (
          <Link to="/money/coverage" className={`${LONE_LINK} text-s`}>
            {t('today.coverage.open')}
          </Link>
        )}
      </div>
    </Panel>
  );
}
