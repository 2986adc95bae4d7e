import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { AskedCallout } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import type { Column } from '@/console/kit/data-table';
import { Field, Select } from '@/console/kit/field';
import { FilterForm } from '@/console/kit/filter-form';
import { CELL_LINK } from '@/console/kit/link';
import { MemberLink } from '@/console/kit/member-link';
import { PagedTable } from '@/console/kit/paged-table';
import { State } from '@/console/kit/state';
import { useFilter } from '@/console/kit/use-filter';
import { baht } from '@/shared/lib/money';
import { RiskFrame } from './frame';
import { calloutsQuery } from './queries';

const TONES = { allow: 'jade', review: 'gold', refuse: 'coral', none: 'grey', asked: 'sky' } as const;
const VERDICTS = ['allow', 'review', 'refuse', 'none', 'asked'] as const;

/** What the house's own system was asked before payouts, and what it said. */
export default function CalloutPage() {
  const { t } = useI18n();
  const by = useFilter(['verdict', 'member']);
  const list = useInfiniteQuery(calloutsQuery(by.query));
  const columns = useColumns();
  return (
    <RiskFrame at="/risk/callout" lead={t('risk.callouts.lead')}>
      <FilterForm by={by} path="/api/risk/callout">
        <Select label={t('risk.verdict')} name="verdict" defaultValue={by.filter.verdict}>
          <option value="">{t('risk.anyVerdict')}</option>
          {VERDICTS.map((one) => (
            <option key={one} value={one}>
              {t(`risk.verdict.${one}`)}
            </option>
          ))}
        </Select>
        <Field label={t('risk.member')} name="member" defaultValue={by.filter.member} autoCapitalize="off" />
      </FilterForm>
      <PagedTable label={t('risk.callouts')} list={list} columns={columns} idOf={({ reference }) => reference} />
    </RiskFrame>
  );
}

function useColumns(): Column<AskedCallout>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      { id: 'at', header: t('risk.askedAt'), cell: ({ askedAt }) => <Moment at={askedAt} />, width: 150, wide: true },
      {
        id: 'verdict',
        header: t('risk.verdict'),
        cell: ({ verdict }) => <State tone={TONES[verdict]}>{t(`risk.verdict.${verdict}`)}</State>,
        width: 130,
      },
      {
        id: 'withdrawal',
        header: t('risk.withdrawal'),
        cell: ({ reference, amount }) => (
          <Link to={`/money/transfer/${reference}`} className={CELL_LINK}>
            <span className="tabular-nums">{baht(amount)}</span> <span className="text-t3">{reference}</span>
          </Link>
        ),
        width: 230,
      },
      {
        id: 'member',
        header: t('risk.member'),
        cell: ({ member }) => (member ? <MemberLink member={member} /> : '–'),
        wide: true,
      },
      { id: 'says', header: t('risk.says'), cell: ({ says }) => says, wide: true },
    ],
    [t],
  );
}
