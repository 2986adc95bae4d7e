import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useI18n } from '@/console/i18n';
import { Button, IconButton } from '@/console/kit/button';
import { Choice } from '@/console/kit/choice';
import { CsvButton } from '@/console/kit/csv-button';
import { Field } from '@/console/kit/field';
import { useHouse } from '@/console/kit/house';
import { Loaded } from '@/console/kit/loaded';
import { dayOf, shiftDay } from '@/console/kit/time';
import { useNow } from '@/console/kit/use-now';
import { spanOf } from './finance-lines';
import { FinanceTable } from './finance-table';
import { MoneyFrame } from './frame';
import { type By, financeQuery } from './queries';

const BYS: readonly By[] = ['day', 'week', 'month'];
const DAY = /^\d{4}-\d\d-\d\d$/;

/** What came in and went out on a day, in a week or a month, and what the house owes its members. */
export default function FinancePage() {
  const { t } = useI18n();
  const { zone } = useHouse();
  const [params, setParams] = useSearchParams();
  const today = dayOf(new Date(useNow()).toISOString(), zone);
  const by = BYS.find((one) => one === params.get('by')) ?? 'day';
  const asked = params.get('day') ?? '';
  // The last day that has ended is the one that a house reads in the morning.
  const day = DAY.test(asked) ? asked : shiftDay(today, -1);
  const { from, to: last } = spanOf(day, by);
  const ended = last < today;
  const to = ended ? last : today;
  const report = useQuery(financeQuery(from, to, by));
  const show = (next: string, span: By = by) => setParams({ day: next, ...(span !== 'day' && { by: span }) });
  return (
    <MoneyFrame at="/money/finance">
      <div className="flex flex-wrap items-end gap-2 print:hidden">
        <div className="flex items-end gap-1">
          <IconButton icon="chevron-left" label={t('finance.before')} onClick={() => show(shiftDay(from, -1))} />
          <div className="w-40">
            <Field
              type="date"
              label={t('finance.day')}
              value={day}
              max={today}
              onChange={({ target }) => DAY.test(target.value) && show(target.value)}
            />
          </div>
          <IconButton
            icon="chevron-right"
            label={t('finance.after')}
            disabled={!ended}
            onClick={() => show(shiftDay(last, 1))}
          />
        </div>
        <div className="w-full sm:w-64">
          <Choice
            label={t('finance.by')}
            value={by}
            options={BYS.map((value) => ({ value, name: t(`finance.by.${value}`) }))}
            onChange={(value) => show(day, value)}
          />
        </div>
        <div className="flex gap-1">
          <CsvButton path="/api/report/finance" query={{ from, to, by }} />
          <Button variant="ghost" icon="print" onClick={() => window.print()}>
            {t('finance.print')}
          </Button>
        </div>
      </div>
      <Loaded query={report}>{(found) => <FinanceTable report={found} going={!ended} />}</Loaded>
    </MoneyFrame>
  );
}
