import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { InviteRing } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import type { Column } from '@/console/kit/data-table';
import { Field } from '@/console/kit/field';
import { FilterForm } from '@/console/kit/filter-form';
import { CELL_LINK } from '@/console/kit/link';
import { PagedTable } from '@/console/kit/paged-table';
import { useFilter } from '@/console/kit/use-filter';
import { baht } from '@/shared/lib/money';
import { RiskFrame } from './frame';
import { ringsQuery } from './queries';

const ringAddress = ({ inviter }: InviteRing) => `/risk/ring/${inviter.id}`;

/** Inviters below whom members are linked. */
export default function RingsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const by = useFilter(['depth', 'over']);
  const list = useInfiniteQuery(ringsQuery(by.query));
  const columns = useColumns();
  return (
    <RiskFrame at="/risk/ring" lead={t('risk.rings.lead')}>
      <FilterForm by={by} path="/api/risk/ring">
        <Field label={t('risk.steps')} name="depth" inputMode="numeric" defaultValue={by.filter.depth ?? '4'} />
        <Field label={t('risk.earnedAtLeast')} name="over" inputMode="decimal" defaultValue={by.filter.over} />
      </FilterForm>
      <PagedTable
        label={t('risk.rings')}
        list={list}
        columns={columns}
        idOf={({ inviter }) => inviter.id}
        onOpen={(ring) => navigate(ringAddress(ring))}
      />
    </RiskFrame>
  );
}

function useColumns(): Column<InviteRing>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'inviter',
        header: t('risk.inviter'),
        cell: (ring) => (
          <Link to={ringAddress(ring)} className={CELL_LINK}>
            {ring.inviter.name} <span className="text-t3 tabular-nums">{ring.inviter.phone}</span>
          </Link>
        ),
      },
      { id: 'linked', header: t('risk.linked'), cell: ({ linked }) => linked, width: 100, align: 'end' },
      {
        id: 'invitees',
        header: t('risk.invitees'),
        cell: ({ invitees }) => (invitees >= 1000 ? '1,000+' : invitees),
        width: 110,
        align: 'end',
        wide: true,
      },
      { id: 'earned', header: t('risk.earned'), cell: ({ earned }) => baht(earned), width: 130, align: 'end' },
      {
        id: 'deposits',
        header: t('risk.linkedDeposits'),
        cell: ({ deposits }) => baht(deposits),
        width: 150,
        align: 'end',
        wide: true,
      },
    ],
    [t],
  );
}
