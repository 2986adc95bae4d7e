import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReconciledDay } from '@/console/api/contract';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { LONE_LINK } from '@/console/kit/link';
import { useOperator } from '@/console/kit/operator';
import { ListRow, RowList } from '@/console/kit/row-list';
import { SelectFrom } from '@/console/kit/select-from';
import { State } from '@/console/kit/state';
import { formatDay } from '@/console/kit/time';
import { useFilter } from '@/console/kit/use-filter';
import { invalidate } from '@/shared/api/invalidate';
import { choiceOf } from './coverage-calls';
import { COMPARE_DAY } from './day-calls';
import { MoneyFrame } from './frame';
import { daysQuery, providersQuery } from './queries';

/** Each provider's days, and how far they are compared with ours. */
export default function DaysPage() {
  const { t } = useI18n();
  const client = useQueryClient();
  const found = useFilter(['provider', 'from', 'to']);
  const by = { ...found, query: found.filter }; // the call takes days, not times
  const list = useInfiniteQuery(daysQuery(by.query));
  const providers = useQuery(providersQuery).data ?? [];
  const decides = useOperator().role !== 'auditor';
  const [again, setAgain] = useState<ReconciledDay>();
  const changed = () => void invalidate(client, ['reconcile']);
  return (
    <MoneyFrame at="/money/days">
      <FilterForm by={by} path="/api/reconcile">
        <SelectFrom
          label={t('days.provider')}
          name="provider"
          chosen={by.filter.provider}
          values={providers.map(({ code }) => code)}
          nameOf={(code) => code}
        />
        <Days filter={by.filter} />
      </FilterForm>
      <RowList title={t('money.days')} list={list} empty={t('list.nothing')}>
        {(day) => <Row key={`${day.day} ${day.provider}`} day={day} onAgain={decides ? setAgain : undefined} />}
      </RowList>
      {again && (
        <DecisionDialog
          call={COMPARE_DAY}
          choice={choiceOf('compareDay')}
          subject={{ provider: again.provider, day: again.day }}
          onDone={changed}
          onChanged={changed}
          onEnd={() => setAgain(undefined)}
        >
          <p className="font-semibold">
            {again.provider} · {formatDay(again.day)}
          </p>
        </DecisionDialog>
      )}
    </MoneyFrame>
  );
}

interface RowProps {
  day: ReconciledDay;
  /** Begins to have it compared again; undefined for whoever only reads. */
  onAgain: ((day: ReconciledDay) => void) | undefined;
}

function Row({ day, onAgain }: RowProps) {
  const { t } = useI18n();
  const { provider, method, done, ours, theirs, compared, undecided, differences, reason, at } = day;
  return (
    <ListRow
      title={
        <>
          {formatDay(day.day)} · {provider}
          <State tone={toneOf(day)}>
            {t(
              method === null
                ? 'days.notBegun'
                : method === 'none'
                  ? 'providers.method.none'
                  : done
                    ? 'providers.done'
                    : 'providers.going',
            )}
          </State>
        </>
      }
      figure={onAgain && <Again day={day} onPress={() => onAgain(day)} />}
    >
      {method !== null && method !== 'none' && (
        <>
          <span>{t(`providers.method.${method}`)}</span>
          <span className="tabular-nums">{t('providers.compared', { compared, ours, theirs })}</span>
        </>
      )}
      {(undecided > 0 || differences > 0) && (
        <span className="text-coral tabular-nums">{t('providers.left', { undecided, differences })}</span>
      )}
      {reason && <span>{reason}</span>}
      <span>
        <Moment at={at} />
      </span>
    </ListRow>
  );
}

/** A day that can't be compared is finished, and says nothing good. */
function toneOf({ method, done, undecided }: ReconciledDay) {
  if (undecided > 0) return 'coral';
  return done && method !== 'none' ? 'jade' : 'grey';
}

function Again({ day: { provider, day }, onPress }: { day: ReconciledDay; onPress(): void }) {
  const { t } = useI18n();
  return (
    <button
      type="button"
      aria-label={t('days.again.of', { provider, day: formatDay(day) })}
      className={`${LONE_LINK} text-s text-t1`}
      onClick={onPress}
    >
      {t('days.again')}
    </button>
  );
}
