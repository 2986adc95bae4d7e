import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { KeptAlarm } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { useHouse } from '@/console/kit/house';
import { LONE_LINK } from '@/console/kit/link';
import { ListRow, RowList } from '@/console/kit/row-list';
import { SelectFrom } from '@/console/kit/select-from';
import { State } from '@/console/kit/state';
import { useFilter } from '@/console/kit/use-filter';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useAlarmName } from './alarm-name';
import { alarmsQuery } from './queries';
import { SeenButton } from './seen-button';

const NARROWED = ['open', 'from', 'to'];

/** The record of alarms, newest first: what was beyond, from when until when, and who has seen it. */
export default function AlarmsPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const by = useFilter(NARROWED);
  const list = useInfiniteQuery(alarmsQuery(by.query));
  usePageTitle(`${t('alarms.title')} · ${name}`);
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:flex-1 lg:overflow-y-auto">
      <header className="grid gap-1">
        <Link to="/today" className={`${LONE_LINK} justify-self-start text-s text-t2`}>
          {t('alarms.toToday')}
        </Link>
        <h1 className="text-l font-semibold">{t('alarms.title')}</h1>
        <p className="max-w-prose text-s text-t2">{t('alarms.lead')}</p>
      </header>
      <FilterForm by={by} path="/api/alarm">
        <SelectFrom
          label={t('alarms.state')}
          name="open"
          chosen={by.filter.open}
          values={['true']}
          nameOf={() => t('alarms.there')}
        />
        <Days filter={by.filter} />
      </FilterForm>
      <RowList<KeptAlarm> title={t('alarms.newest')} list={list} empty={t('list.nothing')}>
        {(alarm) => <Row key={alarm.id} alarm={alarm} />}
      </RowList>
    </div>
  );
}

function Row({ alarm }: { alarm: KeptAlarm }) {
  const { t } = useI18n();
  const nameOf = useAlarmName();
  const { metric, since, endedAt, seenBy, seenAt } = alarm;
  return (
    <ListRow
      title={
        <>
          {nameOf(alarm)}
          {!endedAt && <State tone="coral">{t('alarms.there')}</State>}
        </>
      }
      figure={<SeenButton alarm={alarm} />}
    >
      <span>
        {t('alarms.from')} <Moment at={since} />
      </span>
      <span>
        {endedAt ? (
          <>
            {t('alarms.until')} <Moment at={endedAt} />
          </>
        ) : (
          <Age since={since} />
        )}
      </span>
      {seenBy && (
        <span>
          {t('today.seenBy', { name: seenBy })} {seenAt && <Moment at={seenAt} />}
        </span>
      )}
      <code className="text-xs text-t3">{metric}</code>
    </ListRow>
  );
}
