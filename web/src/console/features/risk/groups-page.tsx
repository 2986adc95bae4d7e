import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { RiskGroup } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Chip } from '@/console/kit/chip';
import type { Column } from '@/console/kit/data-table';
import { Field, Select } from '@/console/kit/field';
import { FilterForm } from '@/console/kit/filter-form';
import { CELL_LINK } from '@/console/kit/link';
import { PagedTable } from '@/console/kit/paged-table';
import { useFilter } from '@/console/kit/use-filter';
import { RiskFrame } from './frame';
import { groupsQuery } from './queries';
import { groupAddress, WAYS } from './ways';

/** Members that have something in common: by one way in the whole house, or all ways of one member. */
export default function GroupsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const by = useFilter(['by', 'size', 'member', 'order']);
  const way = by.filter.by ?? (by.filter.member ? '' : WAYS[0]);
  const query = { ...by.query, ...(way && { by: way }) };
  const list = useInfiniteQuery(groupsQuery(query));
  const columns = useColumns();
  return (
    <RiskFrame
      at="/risk"
      lead={t('risk.lead')}
      beside={
        <nav aria-label={t('risk.ways')} className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-1 sm:mx-0 sm:px-0">
          {WAYS.map((one) => (
            <Chip key={one} to={`/risk?by=${one}`} on={one === way}>
              {t(`risk.by.${one}`)}
            </Chip>
          ))}
        </nav>
      }
    >
      <FilterForm by={{ ...by, query }} path="/api/risk/group">
        {by.filter.by && <input type="hidden" name="by" value={by.filter.by} />}
        <Select label={t('risk.order')} name="order" defaultValue={by.filter.order ?? ''}>
          <option value="">{t('risk.order.key')}</option>
          <option value="size">{t('risk.order.size')}</option>
        </Select>
        <Field label={t('risk.size')} name="size" inputMode="numeric" defaultValue={by.filter.size} />
        <Field label={t('risk.member')} name="member" defaultValue={by.filter.member} autoCapitalize="off" />
      </FilterForm>
      <PagedTable
        label={t('risk.groups')}
        list={list}
        columns={columns}
        idOf={groupAddress}
        onOpen={(group) => navigate(groupAddress(group))}
      />
    </RiskFrame>
  );
}

function useColumns(): Column<RiskGroup>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      { id: 'by', header: t('risk.tie'), cell: ({ by }) => t(`risk.by.${by}`), width: 180, wide: true },
      {
        id: 'first',
        header: t('risk.members'),
        cell: (group) => (
          <Link to={groupAddress(group)} className={CELL_LINK}>
            <span className="text-t3 sm:hidden">{t(`risk.by.${group.by}`)}: </span>
            {group.first.map(({ name, phone }) => `${name} ${phone}`).join(', ') || group.key}
          </Link>
        ),
      },
      {
        id: 'members',
        header: t('risk.count'),
        cell: ({ members }) => (members >= 1000 ? '1,000+' : members),
        width: 90,
        align: 'end',
      },
      {
        id: 'lately',
        header: t('risk.lately'),
        cell: ({ lately }) => lately ?? '–',
        width: 90,
        align: 'end',
        wide: true,
      },
      {
        id: 'strength',
        header: t('risk.strength'),
        cell: ({ strength }) => t(`risk.strength.${strength}`),
        width: 120,
        wide: true,
      },
    ],
    [t],
  );
}
