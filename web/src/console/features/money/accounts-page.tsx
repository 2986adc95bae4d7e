import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { BookAccount } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import type { Column } from '@/console/kit/data-table';
import { Field } from '@/console/kit/field';
import { FilterForm } from '@/console/kit/filter-form';
import { CELL_LINK } from '@/console/kit/link';
import { PagedTable } from '@/console/kit/paged-table';
import { SelectFrom } from '@/console/kit/select-from';
import { useFilter } from '@/console/kit/use-filter';
import { accountAddress } from './address';
import { Amount } from './amount';
import { MoneyFrame } from './frame';
import { CLASSES } from './names';
import { accountsQuery } from './queries';

/** The accounts of the books, by name. */
export default function AccountsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const by = useFilter(['class', 'prefix', 'over', 'under']);
  const list = useInfiniteQuery(accountsQuery(by.query));
  const columns = useColumns();
  return (
    <MoneyFrame at="/money">
      <FilterForm by={by} path="/api/account">
        <SelectFrom
          label={t('money.class')}
          name="class"
          chosen={by.filter.class}
          values={CLASSES}
          nameOf={(value) => t(`money.class.${value}`)}
        />
        <Field label={t('money.prefix')} name="prefix" defaultValue={by.filter.prefix} autoCapitalize="off" />
        <Field label={t('money.over')} name="over" inputMode="decimal" defaultValue={by.filter.over} />
        <Field label={t('money.under')} name="under" inputMode="decimal" defaultValue={by.filter.under} />
      </FilterForm>
      <PagedTable
        label={t('money.accounts')}
        list={list}
        columns={columns}
        idOf={({ name }) => name}
        onOpen={({ name }) => navigate(accountAddress(name))}
      />
      <p className="text-xs text-t3">{t('money.signs')}</p>
    </MoneyFrame>
  );
}

function useColumns(): Column<BookAccount>[] {
  const { t } = useI18n();
  return useMemo(() => {
    const amount = (id: 'posted' | 'reserved' | 'incoming' | 'available', wide: boolean): Column<BookAccount> => ({
      id,
      header: t(`money.${id}`),
      cell: (account) => <Amount value={account[id]} />,
      width: 150,
      align: 'end',
      wide,
    });
    return [
      {
        id: 'name',
        header: t('money.name'),
        cell: ({ name }) => (
          <Link to={accountAddress(name)} title={name} className={CELL_LINK}>
            {name}
          </Link>
        ),
      },
      {
        id: 'class',
        header: t('money.class'),
        cell: (account) => t(`money.class.${account.class}`),
        width: 170,
        wide: true,
      },
      amount('posted', false),
      amount('reserved', true),
      amount('incoming', true),
      amount('available', true),
    ];
  }, [t]);
}
