import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { RingMember } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { CsvButton } from '@/console/kit/csv-button';
import type { Column } from '@/console/kit/data-table';
import { useHouse } from '@/console/kit/house';
import { MemberLink } from '@/console/kit/member-link';
import { PagedTable } from '@/console/kit/paged-table';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { baht } from '@/shared/lib/money';
import { ringQuery } from './queries';

/** The linked members below one inviter, with what their books say. */
export default function RingPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { inviter = '' } = useParams();
  const list = useInfiniteQuery(ringQuery(inviter));
  const columns = useColumns();
  usePageTitle(`${t('risk.ring')} · ${name}`);
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-1 flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <header className="grid gap-1">
        <Link to="/risk/ring" className="target text-s text-t2 underline-offset-4 hover:underline">
          {t('risk.rings.back')}
        </Link>
        <h1 className="text-l font-semibold">{t('risk.ring')}</h1>
        <p className="max-w-prose text-s text-t2">{t('risk.ring.lead')}</p>
        <p className="text-s">
          <Link to={`/member/${inviter}`} className="target underline underline-offset-4">
            {t('risk.ring.inviter')}
          </Link>
        </p>
        <div className="-mx-2">
          <CsvButton path={`/api/risk/ring/${inviter}`} query={{}} />
        </div>
      </header>
      <PagedTable label={t('risk.members')} list={list} columns={columns} idOf={({ member }) => member.id} />
    </div>
  );
}

function useColumns(): Column<RingMember>[] {
  const { t } = useI18n();
  return useMemo(() => {
    const sum = (id: 'deposits' | 'withdrawals' | 'bonus', wide: boolean): Column<RingMember> => ({
      id,
      header: t(`risk.${id}`),
      cell: (row) => <span className="tabular-nums">{baht(row[id])}</span>,
      width: 140,
      align: 'end',
      wide,
    });
    return [
      { id: 'member', header: t('risk.member'), cell: ({ member }) => <MemberLink member={member} /> },
      { id: 'depth', header: t('risk.steps'), cell: ({ depth }) => depth, width: 110, align: 'end', wide: true },
      sum('deposits', false),
      sum('withdrawals', true),
      sum('bonus', true),
    ];
  }, [t]);
}
