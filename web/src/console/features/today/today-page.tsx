import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Today } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { useHouse } from '@/console/kit/house';
import { LONE_LINK } from '@/console/kit/link';
import { formatDay, formatMoment } from '@/console/kit/time';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { Notice } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { Alarms } from './alarms';
import { Coverage } from './coverage';
import { Games, People } from './games';
import { Money } from './money';
import { todayQuery } from './queries';
import { Systems } from './systems';
import { Waits } from './waits';

/** How the house stands: what waits for a person, the day's money beside the same weekday a week before, what is not up. */
export default function TodayPage() {
  const { t } = useI18n();
  const { name, zone } = useHouse();
  const { data, error, isFetching, refetch } = useQuery(todayQuery);
  usePageTitle(`${t('today.title')} · ${name}`);
  return (
    <div className="mx-auto grid w-full max-w-[1280px] content-start gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-l font-semibold">{t('today.title')}</h1>
        <p className="flex min-h-[22px] flex-wrap items-baseline gap-x-4 text-s text-t2 tabular-nums">
          {data && <span>{t('today.days', { day: formatDay(data.day), before: formatDay(data.before) })}</span>}
          <Link to="/today/alarms" className={`${LONE_LINK} hover:text-t1`}>
            {t('today.allAlarms')}
          </Link>
        </p>
      </header>
      {error && (
        <Notice
          tone="error"
          title={t('retry.title')}
          action={
            <Button variant="secondary" icon="refresh" pending={isFetching} onClick={() => void refetch()}>
              {t('retry.action')}
            </Button>
          }
        >
          {errorText(error)}
        </Notice>
      )}
      {data && !data.whole && <Notice tone="warning">{t('today.notWhole')}</Notice>}
      {data ? <Panels today={data} /> : !error && <Places />}
      {data && (
        <p className="text-xs text-t3 tabular-nums">
          {t('list.asOf', { time: formatMoment(data.asOf, zone), zone })} · {t('today.share')}
        </p>
      )}
    </div>
  );
}

function Panels({ today }: { today: Today }) {
  return (
    <>
      <Alarms alarms={today.alarms} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Waits waits={today.waits} />
        <Systems systems={today.systems} />
      </div>
      <Coverage coverage={today.coverage} />
      <Money today={today} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Games games={today.games} />
        <People today={today} />
      </div>
    </>
  );
}

/** The places of the panels, until the first answer. */
function Places() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
      <Skeleton className="h-24" />
      <Skeleton className="h-[420px]" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    </div>
  );
}
