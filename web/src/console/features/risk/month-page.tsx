import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LargeMember } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import type { Column } from '@/console/kit/data-table';
import { Field } from '@/console/kit/field';
import { FilterForm } from '@/console/kit/filter-form';
import { MemberLink } from '@/console/kit/member-link';
import { PagedTable } from '@/console/kit/paged-table';
import { useFilter } from '@/console/kit/use-filter';
import { baht } from '@/shared/lib/money';
import { RiskFrame } from './frame';
import { monthQuery } from './queries';

/** Members over an amount in a month, and the file that is filed. */
export default function MonthPage() {
  const { t } = useI18n();
  const by = useFilter(['month', 'over']);
  const list = useInfiniteQuery(monthQuery(by.query));
  const columns = useColumns();
  return (
    <RiskFrame at="/risk/month" lead={t('risk.month.lead')}>
      <FilterForm by={by} path="/api/risk/threshold">
        <Field label={t('risk.month.which')} name="month" placeholder="2026-11" defaultValue={by.filter.month} />
        <Field label={t('risk.atLeast')} name="over" inputMode="decimal" defaultValue={by.filter.over ?? '700000'} />
      </FilterForm>
      <PagedTable label={t('risk.month')} list={list} columns={columns} idOf={({ member }) => member.id} />
    </RiskFrame>
  );
}

function useColumns(): Column<LargeMember>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      { id: 'member', header: t('risk.member'), cell: ({ member }) => <MemberLink member={member} /> },
      { id: 'deposits', header: t('risk.deposits'), cell: ({ deposits }) => baht(deposits), width: 150, align: 'end' },
      {
        id: 'withdrawals',
        header: t('risk.withdrawals'),
        cell: ({ withdrawals }) => baht(withdrawals),
        width: 150,
        align: 'end',
        wide: true,
      },
    ],
    [t],
  );
}
