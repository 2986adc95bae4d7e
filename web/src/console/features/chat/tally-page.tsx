import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ChatTally } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Choice } from '@/console/kit/choice';
import { useHouse } from '@/console/kit/house';
import { Loaded } from '@/console/kit/loaded';
import { Panel } from '@/console/kit/panel';
import { dayOf, shiftDay, span, startOfDay } from '@/console/kit/time';
import { useNow } from '@/console/kit/use-now';
import { DeskFrame } from './desk-frame';
import { tallyQuery } from './queries';

/** How many days back, today included. */
const DAYS = ['1', '7', '30'] as const;

/** How quickly customers are answered: by operator, and by the hour of the day. */
export default function TallyPage() {
  const { t } = useI18n();
  const { zone } = useHouse();
  const [params, setParams] = useSearchParams();
  const today = dayOf(new Date(useNow()).toISOString(), zone);
  const days = DAYS.find((one) => one === params.get('days')) ?? '7';
  const from = startOfDay(shiftDay(today, 1 - Number(days)), zone) ?? '';
  const to = startOfDay(shiftDay(today, 1), zone) ?? '';
  const tally = useQuery(tallyQuery(from, to));
  return (
    <DeskFrame
      title={t('chat.tally')}
      lead={t('chat.tallyLead')}
      beside={
        <div className="w-full sm:w-64">
          <Choice
            label={t('chat.tallyOf')}
            value={days}
            options={DAYS.map((value) => ({ value, name: t(`chat.tally.${value}`) }))}
            onChange={(value) => setParams({ days: value })}
          />
        </div>
      }
    >
      <Loaded query={tally}>
        {({ operators, hours }) => (
          <>
            <TallyTable
              title={t('chat.tallyOperators')}
              head={t('chat.tallyOperator')}
              rows={operators.map((one) => ({ ...one, name: one.operator }))}
            />
            <TallyTable
              title={t('chat.tallyHours')}
              head={t('chat.tallyHour')}
              rows={hours.map((one) => ({ ...one, name: `${String(one.hour).padStart(2, '0')}:00` }))}
            />
          </>
        )}
      </Loaded>
    </DeskFrame>
  );
}

interface TableProps {
  title: string;
  head: string;
  rows: readonly (ChatTally & { name: string })[];
}

const CELL = 'border-t border-line py-1.5 pl-4 text-right whitespace-nowrap tabular-nums';

function TallyTable({ title, head, rows }: TableProps) {
  const { t } = useI18n();
  const lasting = (seconds: number, count: number) => {
    if (count === 0) return '–';
    const one = span(seconds * 1000);
    return t(`span.${one.unit}`, { count: one.count });
  };
  const heads = ['answers', 'waited', 'longest', 'replies', 'ended', 'lasted'] as const;
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className="py-2 text-t2">{t('chat.tallyNone')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a telephone is scrolled by keys
        <section tabIndex={0} aria-label={title} className="overflow-x-auto">
          <table className="w-full text-left text-s">
            <thead className="text-t3">
              <tr>
                <th scope="col" className="py-1.5 font-normal">
                  {head}
                </th>
                {heads.map((name) => (
                  <th key={name} scope="col" className="py-1.5 pl-4 text-right font-normal">
                    {t(`chat.tally.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <tr key={one.name}>
                  <th scope="row" className="border-t border-line py-1.5 font-normal">
                    {one.name}
                  </th>
                  <td className={CELL}>{one.answers}</td>
                  <td className={CELL}>{lasting(one.waited, one.answers)}</td>
                  <td className={CELL}>{lasting(one.longest, one.answers)}</td>
                  <td className={CELL}>{one.replies}</td>
                  <td className={CELL}>{one.ended}</td>
                  <td className={CELL}>{lasting(one.lasted, one.ended)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  );
}
