import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { AccountEntry, BookAccount } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import type { Column } from '@/console/kit/data-table';
import { FactList, Known } from '@/console/kit/fact-list';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { CELL_LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { PagedTable } from '@/console/kit/paged-table';
import { Panel } from '@/console/kit/panel';
import { SelectFrom } from '@/console/kit/select-from';
import { useFilter } from '@/console/kit/use-filter';
import { AccountProof } from './account-proof-panel';
import { transferAddress } from './address';
import { Amount, signed } from './amount';
import { MoneyFrame } from './frame';
import { KINDS, kindName } from './names';
import { OnPhone } from './on-phone';
import { accountQuery, entriesQuery } from './queries';
import { changeOf } from './transfer-entries';

/** One account: what it has, its entries, and whether they are in the chain. */
export default function AccountPage() {
  const { name = '' } = useParams();
  const account = useQuery(accountQuery(name));
  return (
    <MoneyFrame at="/money">
      <Loaded query={account}>
        {(found) => (
          <>
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
              <Head account={found} />
              <AccountProof key={found.name} account={found} />
            </div>
            <Entries name={found.name} />
          </>
        )}
      </Loaded>
    </MoneyFrame>
  );
}

function Head({ account }: { account: BookAccount }) {
  const { t } = useI18n();
  const { name, number, posted, available, reserved, incoming, floor, gates, version } = account;
  return (
    <Panel title={name} aside={t(`money.class.${account.class}`)}>
      <p className="pt-1 pb-3 text-xl font-semibold tabular-nums">฿{signed(posted)}</p>
      <FactList>
        <Known name={t('money.available')}>
          <Amount value={available} />
        </Known>
        <Known name={t('money.reserved')}>
          <Amount value={reserved} />
        </Known>
        <Known name={t('money.incoming')}>
          <Amount value={incoming} />
        </Known>
        <Known name={t('money.floor')}>{floor === null ? t('money.noFloor') : <Amount value={floor} />}</Known>
        {gates.length > 0 && (
          <Known name={t('money.gates')}>{gates.map((gate) => t(`money.gate.${gate}`)).join(' · ')}</Known>
        )}
        <Known name={t('money.entryCount')}>{version}</Known>
        <Known name={t('money.number')}>{number}</Known>
      </FactList>
      <p className="pt-3 text-xs text-t3">{t('money.signs')}</p>
    </Panel>
  );
}

function Entries({ name }: { name: string }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const by = useFilter(['kind', 'from', 'to']);
  const list = useInfiniteQuery(entriesQuery(name, by.query));
  const columns = useColumns();
  return (
    <>
      <h2 className="text-m font-semibold">{t('money.entries')}</h2>
      <FilterForm by={by} path={`/api/account/${encodeURIComponent(name)}/entry`}>
        <SelectFrom label={t('money.kind')} name="kind" chosen={by.filter.kind} values={KINDS} nameOf={kindName} />
        <Days filter={by.filter} />
      </FilterForm>
      <PagedTable
        label={t('money.entries')}
        list={list}
        columns={columns}
        idOf={({ version }) => String(version)}
        onOpen={({ transfer }) => navigate(transferAddress(transfer))}
      />
    </>
  );
}

function useColumns(): Column<AccountEntry>[] {
  const { t } = useI18n();
  return useMemo(() => {
    const amount = (id: 'reserved' | 'incoming'): Column<AccountEntry> => ({
      id,
      header: t(`money.${id}`),
      cell: (entry) => <Amount value={entry[id]} />,
      width: 120,
      align: 'end',
      wide: true,
    });
    return [
      { id: 'at', header: t('money.time'), cell: ({ at }) => <Moment at={at} />, width: 180, wide: true },
      {
        id: 'kind',
        header: t('money.kind'),
        cell: ({ kind, transfer, at }) => (
          <>
            <Link to={transferAddress(transfer)} title={transfer} className={CELL_LINK}>
              {kindName(kind)}
            </Link>
            <OnPhone>
              <Moment at={at} />
            </OnPhone>
          </>
        ),
      },
      { id: 'step', header: t('money.step'), cell: ({ step }) => t(`money.step.${step}`), width: 120, wide: true },
      { id: 'other', header: t('money.other'), cell: ({ other }) => <span title={other}>{other}</span>, wide: true },
      {
        id: 'change',
        header: t('money.change'),
        cell: (entry) => <Amount value={changeOf(entry)} change />,
        width: 125,
        align: 'end',
      },
      {
        id: 'balance',
        header: t('money.balance'),
        cell: ({ balance }) => <Amount value={balance} />,
        width: 135,
        align: 'end',
      },
      amount('reserved'),
      amount('incoming'),
    ];
  }, [t]);
}
