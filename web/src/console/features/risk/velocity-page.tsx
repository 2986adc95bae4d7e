import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { QuickMember } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Chip } from '@/console/kit/chip';
import type { Column } from '@/console/kit/data-table';
import { Field, Select } from '@/console/kit/field';
import { FilterForm } from '@/console/kit/filter-form';
import { MemberLink } from '@/console/kit/member-link';
import { PagedTable } from '@/console/kit/paged-table';
import { useFilter } from '@/console/kit/use-filter';
import { baht } from '@/shared/lib/money';
import { RiskFrame } from './frame';
import { velocityQuery } from './queries';

const WHATS = ['deposit', 'withdrawal'] as const;
/** The windows that the house adds up. */
const HOURS = ['1', '6', '24', '72'] as const;

/** Members that deposit or withdraw often, and play little of it. */
export default function VelocityPage() {
  const { t } = useI18n();
  const by = useFilter(['what', 'hours', 'times', 'over', 'play']);
  const what = by.filter.what === 'withdrawal' ? by.filter.what : 'deposit';
  const hours = HOURS.find((one) => one === by.filter.hours) ?? '24';
  const query = { ...by.query, what, hours };
  const list = useInfiniteQuery(velocityQuery(query));
  const columns = useColumns();
  return (
    <RiskFrame
      at="/risk/velocity"
      lead={t('risk.velocity.lead')}
      beside={
        <nav aria-label={t('risk.velocity')} className="flex gap-1">
          {WHATS.map((one) => (
            <Chip key={one} to={`/risk/velocity?what=${one}`} on={one === what}>
              {t(`risk.what.${one}`)}
            </Chip>
          ))}
        </nav>
      }
    >
      <FilterForm by={{ ...by, query }} path="/api/risk/velocity">
        <input type="hidden" name="what" value={what} />
        <Select label={t('risk.hours')} name="hours" defaultValue={hours}>
          {HOURS.map((hours) => (
            <option key={hours}>{hours}</option>
          ))}
        </Select>
        <Field label={t('risk.atLeastTimes')} name="times" inputMode="numeric" defaultValue={by.filter.times ?? '5'} />
        <Field label={t('risk.atLeast')} name="over" inputMode="decimal" defaultValue={by.filter.over} />
        <Field label={t('risk.playedAtMost')} name="play" inputMode="numeric" defaultValue={by.filter.play} />
      </FilterForm>
      <PagedTable label={t('risk.velocity')} list={list} columns={columns} idOf={({ member }) => member.id} />
    </RiskFrame>
  );
}

function useColumns(): Column<QuickMember>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      { id: 'member', header: t('risk.member'), cell: ({ member }) => <MemberLink member={member} /> },
      { id: 'times', header: t('risk.times'), cell: ({ times }) => times, width: 80, align: 'end' },
      { id: 'amount', header: t('risk.amount'), cell: ({ amount }) => baht(amount), width: 130, align: 'end' },
      {
        id: 'played',
        header: t('risk.played'),
        cell: ({ played }) => baht(played),
        width: 130,
        align: 'end',
        wide: true,
      },
    ],
    [t],
  );
}
