import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { QuarantinedList, QuarantinedRow } from '@/console/api/contract';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import type { Column } from '@/console/kit/data-table';
import { Select } from '@/console/kit/field';
import { FilterForm } from '@/console/kit/filter-form';
import { useHouse } from '@/console/kit/house';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { PagedTable } from '@/console/kit/paged-table';
import { Panel } from '@/console/kit/panel';
import { reasonName } from '@/console/kit/reason';
import { State } from '@/console/kit/state';
import { useSystemName } from '@/console/kit/system';
import { useFilter } from '@/console/kit/use-filter';
import { invalidate } from '@/shared/api/invalidate';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { baht } from '@/shared/lib/money';
import { CHOICES, RESTORE_CALLS } from './calls';
import { ListTable } from './list-table';
import { importQuery, rowsQuery } from './queries';

const OUTCOMES = ['known', 'booked', 'case'] as const;
const TONES = { known: 'grey', booked: 'jade', case: 'coral' } as const;

/** One list that was imported: what became of its lines, and its open cases, which are decided together by their kinds. */
export default function ImportPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { id = '' } = useParams();
  const list = useQuery(importQuery(id));
  const by = useFilter(['outcome']);
  const rows = useInfiniteQuery(rowsQuery(id, by.query));
  const columns = useColumns();
  usePageTitle(`${t('nav.restore')} · ${name}`);
  return (
    <div className="mx-auto flex w-full max-w-[1080px] flex-1 flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <Link to="/restore" className="target w-fit text-s text-t2 underline-offset-4 hover:underline">
        {t('restore.back')}
      </Link>
      <Loaded query={list}>{(shown) => <Imported of={shown} />}</Loaded>
      <FilterForm by={by} path={`/api/quarantine/import/${id}/row`}>
        <Select label={t('restore.outcome')} name="outcome" defaultValue={by.filter.outcome}>
          <option value="">{t('restore.all')}</option>
          {OUTCOMES.map((one) => (
            <option key={one} value={one}>
              {t(`restore.${one}`)}
            </option>
          ))}
        </Select>
      </FilterForm>
      <PagedTable label={t('restore.rowsOf')} list={rows} columns={columns} idOf={({ number }) => String(number)} />
    </div>
  );
}

function Imported({ of }: { of: QuarantinedList }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const nameOf = useSystemName();
  const { role } = useOperator();
  const [kind, setKind] = useState<string>();
  const reread = () => void invalidate(client, ['quarantine'], ['proposal'], ['me'], ['queue']);
  return (
    <>
      <h1 className="text-l font-semibold">{t('restore.list', { name: nameOf(of.system) })}</h1>
      <ListTable of={{ system: of.system, lists: [of] }} />
      <Panel title={t('restore.cases')}>
        {of.open.length === 0 && <p className="text-t2">{t('restore.noCases')}</p>}
        <ul className="grid gap-2">
          {of.open.map((one) => (
            <li key={one.kind} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {reasonName(one.kind)} · <span className="tabular-nums">{one.count}</span>
                {one.unknown > 0 && <span className="text-t2"> ({t('restore.unknown', { count: one.unknown })})</span>}
              </span>
              {(role === 'cashier' || role === 'chief') && (
                <Button variant="secondary" onClick={() => setKind(one.kind)}>
                  {t('restore.together')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Panel>
      {kind && (
        <DecisionDialog
          call={RESTORE_CALLS.decideQuarantineImport}
          choice={CHOICES.decideQuarantineImport}
          subject={of.id}
          first={{ kind }}
          onEnd={() => setKind(undefined)}
          onDone={reread}
          onChanged={reread}
        />
      )}
    </>
  );
}

function useColumns(): Column<QuarantinedRow>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'outcome',
        header: t('restore.outcome'),
        cell: ({ outcome, case: found }) => {
          if (!outcome) return <State tone="gold">{t('restore.waits')}</State>;
          const state = <State tone={TONES[outcome]}>{t(`restore.${outcome}`)}</State>;
          return found ? <Link to={`/queue/import/${found}`}>{state}</Link> : state;
        },
        width: 130,
      },
      {
        id: 'amount',
        header: t('restore.amount'),
        cell: ({ amount }) => <span className="tabular-nums">{baht(amount)}</span>,
        width: 140,
        align: 'end',
      },
      {
        id: 'at',
        header: t('restore.at'),
        cell: ({ at }) => (at ? <Moment at={at} /> : '–'),
        width: 170,
        wide: true,
      },
      { id: 'line', header: t('restore.line'), cell: ({ line }) => line, width: 160 },
      {
        id: 'reference',
        header: t('restore.reference'),
        cell: ({ reference }) => <span className="text-t3">{reference}</span>,
        wide: true,
      },
    ],
    [t],
  );
}
