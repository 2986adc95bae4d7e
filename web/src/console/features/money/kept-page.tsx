import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { KeptLiability } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { CsvButton } from '@/console/kit/csv-button';
import { LONE_LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { State } from '@/console/kit/state';
import { formatDay } from '@/console/kit/time';
import { CoverageTable } from './coverage-table';
import { MoneyFrame } from './frame';
import { liabilityQuery } from './queries';

/** A liability report as it was kept: on the screen, as a file and on paper. */
export default function KeptPage() {
  const { t } = useI18n();
  const { id = '' } = useParams();
  const report = useQuery(liabilityQuery(id));
  return (
    <MoneyFrame at="/money/coverage">
      <div className="flex flex-wrap items-center gap-1 print:hidden">
        <Link to="/money/coverage" className={`${LONE_LINK} px-1 text-s text-t2`}>
          {t('liability.back')}
        </Link>
        <CsvButton path="/api/report/coverage" query={{ report: id }} />
        <Button variant="ghost" icon="print" onClick={() => window.print()}>
          {t('finance.print')}
        </Button>
      </div>
      <Loaded query={report}>{(found) => <Kept kept={found} />}</Loaded>
    </MoneyFrame>
  );
}

function Kept({ kept: { day, by, effect, report } }: { kept: KeptLiability }) {
  const { t } = useI18n();
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-m font-semibold">{t('liability.of', { day: formatDay(day) })}</h2>
        <span className="text-t2">{by ?? t('liability.daily')}</span>
        {effect && <State tone="coral">{t('liability.stopped')}</State>}
      </header>
      <CoverageTable found={report} />
    </>
  );
}
