import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { BookTransfer } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import type { Column } from '@/console/kit/data-table';
import { Field } from '@/console/kit/field';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { CELL_LINK } from '@/console/kit/link';
import { PagedTable } from '@/console/kit/paged-table';
import { SelectFrom } from '@/console/kit/select-from';
import { useFilter } from '@/console/kit/use-filter';
import { transferAddress } from './address';
import { Amount } from './amount';
import { MoneyFrame } from './frame';
import { KINDS, kindName, STATES } from './names';
import { OnPhone } from './on-phone';
import { transfersQuery } from './queries';
import { TransferState } from './transfer-state';

/** Transfers of the books, newest first. */
export default function TransfersPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const by = useFilter(['kind', 'state', 'account', 'member', 'over', 'from', 'to']);
  const list = useInfiniteQuery(transfersQuery(by.query));
  const columns = useColumns();
  return (
    <MoneyFrame at="/money/transfers">
      <FilterForm by={by} path="/api/transfer">
        <SelectFrom label={t('money.kind')} name="kind" chosen={by.filter.kind} values={KINDS} nameOf={kindName} />
        <SelectFrom
          label={t('money.state')}
          name="state"
          chosen={by.filter.state}
          values={STATES}
          nameOf={(value) => t(`money.state.${value}`)}
        />
        <Field label={t('money.account')} name="account" defaultValue={by.filter.account} autoCapitalize="off" />
        <Field label={t('money.member')} name="member" defaultValue={by.filter.member} autoCapitalize="off" />
        <Field label={t('money.over')} name="over" inputMode="decimal" defaultValue={by.filter.over} />
        <Days filter={by.filter} />
      </FilterForm>
      <PagedTable
        label={t('money.transfers')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ reference }) => navigate(transferAddress(reference))}
      />
    </MoneyFrame>
  );
}

function useColumns(): Column<BookTransfer>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'at',
        header: t('money.time'),
        cell: ({ createdAt }) => <Moment at={createdAt} />,
        width: 180,
        wide: true,
      },
      {
        id: 'reference',
        header: t('money.reference'),
        cell: ({ reference, kind, createdAt }) => (
          <>
            <Link to={transferAddress(reference)} className={CELL_LINK}>
              {reference}
            </Link>
            <OnPhone>
              {kindName(kind)} · <Moment at={createdAt} />
            </OnPhone>
          </>
        ),
      },
      { id: 'kind', header: t('money.kind'), cell: ({ kind }) => kindName(kind), width: 150, wide: true },
      { id: 'debit', header: t('money.debit'), cell: ({ debit }) => <span title={debit}>{debit}</span>, wide: true },
      {
        id: 'credit',
        header: t('money.credit'),
        cell: ({ credit }) => <span title={credit}>{credit}</span>,
        wide: true,
      },
      {
        id: 'amount',
        header: t('money.amount'),
        cell: ({ amount }) => <Amount value={amount} />,
        width: 130,
        align: 'end',
      },
      {
        id: 'state',
        header: t('money.state'),
        cell: ({ state }) => <TransferState state={state} />,
        width: 130,
        wide: true,
      },
    ],
    [t],
  );
}
