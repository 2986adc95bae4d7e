import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { Chip } from '@/console/kit/chip';
import type { Column } from '@/console/kit/data-table';
import { stateName } from '@/console/kit/facts';
import { Field } from '@/console/kit/field';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { useHouse } from '@/console/kit/house';
import { CELL_LINK } from '@/console/kit/link';
import { MemberLink } from '@/console/kit/member-link';
import { PagedTable } from '@/console/kit/paged-table';
import { SelectFrom } from '@/console/kit/select-from';
import { State } from '@/console/kit/state';
import { useFilter } from '@/console/kit/use-filter';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { baht } from '@/shared/lib/money';
import { listAddress, rowAddress } from './past/address';
import { CHANNELS, LISTS, type ListName, NAMES, type Shown } from './past/lists';
import { pastQuery } from './past/queries';
import { toneOf } from './past/tone';

/** What waits for a person, or did once: a list per kind, each narrowed by what is in its address. */
export default function PastPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { list: wanted } = useParams();
  const list = NAMES.find((one) => one === wanted);
  usePageTitle(`${t('past.title')} · ${name}`);
  if (!list) return <Navigate to={listAddress('withdrawal')} replace />;
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-1 flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <header className="grid gap-2">
        <h1 className="text-l font-semibold">{t('past.title')}</h1>
        <nav aria-label={t('past.lists')} className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-1 sm:mx-0 sm:px-0">
          {NAMES.map((one) => (
            <Chip key={one} to={listAddress(one)} on={one === list}>
              {t(`past.list.${one}`)}
            </Chip>
          ))}
        </nav>
      </header>
      <One key={list} list={list} />
    </div>
  );
}

function One({ list }: { list: ListName }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { filters, states = [] } = LISTS[list];
  const by = useFilter(filters.flatMap((one) => (one === 'days' ? ['from', 'to'] : [one])));
  const read = useInfiniteQuery(pastQuery(list, by.query));
  const columns = useColumns(list, search);
  const text = (name: string) => (
    <Field
      key={name}
      label={t(`past.by.${name}` as 'past.by.member')}
      name={name}
      {...(name === 'over' && { inputMode: 'decimal' as const })}
      {...(name === 'day' && { type: 'date' })}
      defaultValue={by.filter[name]}
      autoCapitalize="off"
    />
  );
  return (
    <>
      <FilterForm by={by} path={`/api/${list}`}>
        {filters.map((one) => {
          switch (one) {
            case 'state':
              return (
                <SelectFrom
                  key={one}
                  label={t('past.by.state')}
                  name={one}
                  chosen={by.filter.state}
                  values={states}
                  nameOf={stateName}
                />
              );
            case 'channel':
              return (
                <SelectFrom
                  key={one}
                  label={t('past.by.channel')}
                  name={one}
                  chosen={by.filter.channel}
                  values={CHANNELS}
                  nameOf={stateName}
                />
              );
            case 'open':
              return (
                <SelectFrom
                  key={one}
                  label={t('past.by.open')}
                  name={one}
                  chosen={by.filter.open}
                  values={['true']}
                  nameOf={() => t('past.waiting')}
                />
              );
            case 'days':
              return <Days key={one} filter={by.filter} />;
            default:
              return text(one);
          }
        })}
      </FilterForm>
      <PagedTable
        label={t(`past.list.${list}`)}
        list={read}
        columns={columns}
        idOf={({ key }) => key}
        opens={({ item }) => Boolean(item)}
        onOpen={({ item }) => item && navigate(rowAddress(list, item, search))}
      />
    </>
  );
}

function useColumns(list: ListName, search: string): Column<Shown>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'at',
        header: t('past.at'),
        cell: ({ at }) => at && <Moment at={at} />,
        width: 180,
        wide: true,
      },
      {
        id: 'name',
        header: t('past.name'),
        cell: (row) => <Name row={row} list={list} search={search} />,
      },
      {
        id: 'member',
        header: t('past.member'),
        cell: ({ member }) => member && <MemberLink member={member} />,
        wide: true,
      },
      {
        id: 'says',
        header: t('past.says'),
        cell: ({ says, other }) => (
          <span title={says.join(' · ')}>
            {other && <MemberLink member={other} />} {says.join(' · ')}
          </span>
        ),
        wide: true,
      },
      {
        id: 'amount',
        header: t('past.amount'),
        cell: ({ amount }) => amount != null && baht(amount),
        width: 120,
        align: 'end',
      },
      {
        id: 'state',
        header: t('past.by.state'),
        cell: ({ state, due, at }) => (
          <>
            <State tone={toneOf(state)}>{stateName(state)}</State> {due && at && <Age since={at} due={due} />}
          </>
        ),
        width: 170,
        wide: true,
      },
    ],
    [t, list, search],
  );
}

/** What names the row; on a phone its member or what is said of it, its state and its time, too, for which there is no column. */
function Name({
  row: { item, name, member, state, at, says },
  list,
  search,
}: {
  row: Shown;
  list: ListName;
  search: string;
}) {
  return (
    <>
      {item ? (
        <Link to={rowAddress(list, item, search)} className={CELL_LINK}>
          {name}
        </Link>
      ) : (
        name
      )}
      <span className="block truncate text-xs text-t3 sm:hidden">
        {member && `${member.name} · `}
        {stateName(state)}
        {!member && says.map((text) => ` · ${text}`)}
        {at && (
          <>
            {' · '}
            <Moment at={at} />
          </>
        )}
      </span>
    </>
  );
}
