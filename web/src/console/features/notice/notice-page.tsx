import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Notification } from '@/console/api/contract';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import type { Column } from '@/console/kit/data-table';
import { Field } from '@/console/kit/field';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { useHouse } from '@/console/kit/house';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { PagedTable } from '@/console/kit/paged-table';
import { Panel } from '@/console/kit/panel';
import { SelectFrom } from '@/console/kit/select-from';
import { useFilter } from '@/console/kit/use-filter';
import { invalidate } from '@/shared/api/invalidate';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { NOTICE_CALLS } from './calls';
import { EVENTS, eventName } from './names';
import { targetsQuery, toldQuery } from './queries';
import { Subject } from './subject';
import { TargetList } from './target-list';
import { ToldDialog } from './told-dialog';
import { ToldState } from './told-state';

const NARROWED = ['event', 'target', 'state', 'from', 'to'];
const STATES = ['due', 'done', 'dead'] as const;

interface Begun {
  call: keyof typeof NOTICE_CALLS;
  subject: string;
}

/** What nobody may overlook: who is told, what was told, and what was not taken. */
export default function NoticePage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { role } = useOperator();
  const client = useQueryClient();
  const by = useFilter(NARROWED);
  const told = useInfiniteQuery(toldQuery(by.query));
  const columns = useColumns();
  const [open, setOpen] = useState<Notification>();
  const [begun, setBegun] = useState<Begun>();
  usePageTitle(`${t('nav.notices')} · ${name}`);
  const reread = () => void invalidate(client, ['notice']);
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:flex-1 lg:overflow-y-auto">
      <header className="grid gap-1">
        <h1 className="text-l font-semibold">{t('nav.notices')}</h1>
        <p className="max-w-prose text-s text-t2">{t('notice.lead')}</p>
      </header>
      {(role === 'chief' || role === 'auditor') && (
        <Targets onTry={(subject) => setBegun({ call: 'tryNotificationTarget', subject })} />
      )}
      <FilterForm by={by} path="/api/notification">
        <SelectFrom
          label={t('notice.event')}
          name="event"
          chosen={by.filter.event}
          values={EVENTS}
          nameOf={eventName}
        />
        <SelectFrom
          label={t('notice.state')}
          name="state"
          chosen={by.filter.state}
          values={STATES}
          nameOf={(state) => t(`notice.${state}`)}
        />
        <Field label={t('notice.target')} name="target" defaultValue={by.filter.target} autoCapitalize="none" />
        <Days filter={by.filter} />
      </FilterForm>
      <PagedTable<Notification>
        label={t('notice.told')}
        list={told}
        columns={columns}
        idOf={({ id, target }) => `${id} ${target}`}
        onOpen={setOpen}
      />
      {open && (
        <ToldDialog
          row={open}
          onAgain={() => {
            setBegun({ call: 'repeatNotification', subject: open.id });
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {begun && (
        <DecisionDialog
          key={begun.call}
          call={NOTICE_CALLS[begun.call]}
          choice={{ call: begun.call, two: false, evidence: null }}
          subject={begun.subject}
          onEnd={() => setBegun(undefined)}
          onDone={reread}
          onChanged={reread}
        >
          {begun.call === 'tryNotificationTarget' && <p className="font-semibold">{begun.subject}</p>}
        </DecisionDialog>
      )}
    </div>
  );
}

/** Only chiefs and auditors may see where the house is told. */
function Targets({ onTry }: { onTry(name: string): void }) {
  const { t } = useI18n();
  const targets = useQuery(targetsQuery);
  return (
    <Panel title={t('notice.targets')} aside={t('notice.node')}>
      <Loaded query={targets}>{(list) => <TargetList targets={list} onTry={onTry} />}</Loaded>
    </Panel>
  );
}

function useColumns(): Column<Notification>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      { id: 'at', header: t('notice.at'), cell: ({ at }) => <Moment at={at} />, width: 180, wide: true },
      {
        id: 'event',
        header: t('notice.event'),
        cell: ({ event, at }) => (
          <>
            {eventName(event)}
            <span className="text-t3 sm:hidden">
              {' '}
              · <Age since={at} />
            </span>
          </>
        ),
      },
      { id: 'what', header: t('notice.what'), cell: (row) => <Subject row={row} />, wide: true },
      { id: 'target', header: t('notice.target'), cell: ({ target }) => target, width: 150, wide: true },
      { id: 'state', header: t('notice.state'), cell: ({ state }) => <ToldState state={state} />, width: 120 },
      {
        id: 'due',
        header: t('notice.dueAt'),
        cell: ({ dueAt }) => dueAt && <Moment at={dueAt} />,
        width: 180,
        wide: true,
      },
    ],
    [t],
  );
}
