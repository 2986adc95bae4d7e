import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { RiskWay, TiedMember } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { CsvButton } from '@/console/kit/csv-button';
import type { Column } from '@/console/kit/data-table';
import { useHouse } from '@/console/kit/house';
import { MemberLink } from '@/console/kit/member-link';
import { PagedTable } from '@/console/kit/paged-table';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { baht } from '@/shared/lib/money';
import { groupQuery } from './queries';
import { groupAddress } from './ways';

/** The members of one group, with what ties each and what its books say. */
export default function GroupPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { by = 'holder', key = '' } = useParams();
  const way = by as RiskWay;
  const list = useInfiniteQuery(groupQuery(way, key));
  const columns = useColumns(way);
  usePageTitle(`${t('risk.group')} · ${name}`);
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-1 flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <header className="grid gap-1">
        <Link to={`/risk?by=${way}`} className="target text-s text-t2 underline-offset-4 hover:underline">
          {t('risk.back')}
        </Link>
        <h1 className="text-l font-semibold">
          {t(`risk.by.${way}`)}
          {way === 'address' && <span className="tabular-nums"> {key}</span>}
        </h1>
        <p className="text-s text-t2">{t(`risk.means.${way}`)}</p>
        <div className="-mx-2">
          <CsvButton path={`/api${groupAddress({ by: way, key }).replace('/risk/', '/risk/group/')}`} query={{}} />
        </div>
      </header>
      <PagedTable label={t('risk.members')} list={list} columns={columns} idOf={({ member }) => member.id} />
    </div>
  );
}

/** Whether a way counts how often it was so, and sums what was paid. */
const COUNTS: Record<RiskWay, boolean> = { holder: false, payer: true, device: false, address: true };

function useColumns(way: RiskWay): Column<TiedMember>[] {
  const { t } = useI18n();
  return useMemo(() => {
    const sum = (id: 'deposits' | 'withdrawals' | 'bonus', wide: boolean): Column<TiedMember> => ({
      id,
      header: t(`risk.${id}`),
      cell: (row) => <span className="tabular-nums">{baht(row[id])}</span>,
      width: 140,
      align: 'end',
      wide,
    });
    const ties: Column<TiedMember>[] = [
      {
        id: 'since',
        header: t('risk.since'),
        cell: ({ since }) => (since ? <Moment at={since} /> : '–'),
        width: 170,
        wide: true,
      },
      {
        id: 'times',
        header: t('risk.times'),
        cell: ({ times, amount }) => (way === 'payer' ? `${times} · ${baht(amount)}` : times),
        width: 160,
        align: 'end',
        wide: true,
      },
    ];
    return [
      { id: 'member', header: t('risk.member'), cell: ({ member }) => <MemberLink member={member} /> },
      ...(way === 'holder' ? [] : ties.filter(({ id }) => id !== 'times' || COUNTS[way])),
      sum('deposits', false),
      sum('withdrawals', true),
      sum('bonus', true),
    ];
  }, [t, way]);
}
