import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ListedMember } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import type { Column } from '@/console/kit/data-table';
import { Field } from '@/console/kit/field';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { useHouse } from '@/console/kit/house';
import { CELL_LINK, LONE_LINK } from '@/console/kit/link';
import { PagedTable } from '@/console/kit/paged-table';
import { SelectFrom } from '@/console/kit/select-from';
import { type Filter, useFilter } from '@/console/kit/use-filter';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { baht } from '@/shared/lib/money';
import { membersQuery } from './queries';
import { MemberState, STATES, stateName } from './state';

const FLAGS = ['watch', 'review', 'verified'] as const;

/** All members, who registered last first. Where one is sought by name, the search is the way. */
export default function AllPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const navigate = useNavigate();
  const by = useFilter(['state', 'source', 'flag', 'inviter', 'from', 'to']);
  const query = registered(by.query);
  const list = useInfiniteQuery(membersQuery(query));
  const columns = useColumns();
  usePageTitle(`${t('member.all')} · ${name}`);
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-1 flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <header className="grid gap-1">
        <Link to="/member" className={`${LONE_LINK} w-fit text-s`}>
          {t('member.search')}
        </Link>
        <h1 className="text-l font-semibold">{t('member.all')}</h1>
        <p className="max-w-prose text-s text-t2">{t('member.allLead')}</p>
      </header>
      <FilterForm by={{ ...by, query }} path="/api/member">
        <SelectFrom
          label={t('member.by.state')}
          name="state"
          chosen={by.filter.state}
          values={STATES}
          nameOf={(one) => t(stateName(one))}
        />
        <SelectFrom
          label={t('member.by.flag')}
          name="flag"
          chosen={by.filter.flag}
          values={FLAGS}
          nameOf={(one) => lookUp(`flag.${one}`) ?? one}
        />
        <Field label={t('member.by.source')} name="source" defaultValue={by.filter.source} autoCapitalize="off" />
        <Field label={t('member.by.inviter')} name="inviter" defaultValue={by.filter.inviter} autoCapitalize="off" />
        <Days filter={by.filter} />
      </FilterForm>
      <PagedTable
        label={t('member.all')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ id }) => navigate(`/member/${id}`)}
      />
    </div>
  );
}

/** The call has its own names for the days: of the registration. */
function registered({ from, to, ...rest }: Filter): Filter {
  return { ...rest, ...(from && { registeredFrom: from }), ...(to && { registeredTo: to }) };
}

function useColumns(): Column<ListedMember>[] {
  const { t } = useI18n();
  return useMemo(() => {
    const sum = (id: 'deposits' | 'withdrawals'): Column<ListedMember> => ({
      id,
      header: t(id === 'deposits' ? 'member.by.in' : 'member.by.out'),
      cell: (row) => <span className="tabular-nums">{baht(row[id])}</span>,
      width: 130,
      align: 'end',
      wide: id === 'withdrawals',
    });
    return [
      {
        id: 'member',
        header: t('member.title'),
        cell: ({ id, name, phone, registeredAt }) => (
          <>
            <Link to={`/member/${id}`} title={name} className={CELL_LINK}>
              {name} <span className="text-t2 tabular-nums">{phone}</span>
            </Link>
            <span className="block truncate text-xs text-t3 sm:hidden">
              <Moment at={registeredAt} />
            </span>
          </>
        ),
      },
      {
        id: 'state',
        header: t('member.by.state'),
        cell: (member) => (
          <span className="flex gap-1">
            <MemberState member={member} />
          </span>
        ),
        width: 170,
        wide: true,
      },
      {
        id: 'registered',
        header: t('member.registered'),
        cell: ({ registeredAt }) => <Moment at={registeredAt} />,
        width: 170,
        wide: true,
      },
      {
        id: 'lastLogin',
        header: t('member.by.login'),
        cell: ({ lastLogin }) => (lastLogin ? <Moment at={lastLogin} /> : '–'),
        width: 170,
        wide: true,
      },
      { id: 'source', header: t('member.by.source'), cell: ({ source }) => source || '–', width: 110, wide: true },
      sum('deposits'),
      sum('withdrawals'),
    ];
  }, [t]);
}
