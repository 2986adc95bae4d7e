import { lazy, Suspense, useMemo } from 'react';
import type { Today } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { short } from '@/console/kit/axis';
import type { Line } from '@/console/kit/chart';
import { Figure } from '@/console/kit/figure';
import { useHouse } from '@/console/kit/house';
import { Numbers } from '@/console/kit/numbers';
import { Panel } from '@/console/kit/panel';
import { useSystemName } from '@/console/kit/system';
import { baht } from '@/shared/lib/money';
import { Skeleton } from '@/shared/ui/skeleton';

const Chart = lazy(() => import('@/console/kit/chart'));
const HEIGHT = 200;

type Flow = Today['money'][number]['compare'];

const total = (flows: readonly Flow[]): Flow => ({
  in: sum(flows.map((flow) => flow.in)),
  out: sum(flows.map((flow) => flow.out)),
});

/** Amounts are baht with two decimals: they are added up in satang. */
export const sum = (amounts: readonly number[]) =>
  amounts.reduce((all, amount) => all + Math.round(amount * 100), 0) / 100;

/** Money in and out: sums, by the hour, and by channel. */
export function Money({ today: { money, hours } }: { today: Today }) {
  const { t } = useI18n();
  const nameOf = useSystemName();
  const now = total(money);
  const before = total(money.map(({ compare }) => compare));
  return (
    <Panel title={t('today.money')} aside={t('today.byHour')}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-4 pb-3">
        <Figure name={t('today.in')} value={now.in} before={before.in} format={baht} />
        <Figure name={t('today.out')} value={now.out} before={before.out} format={baht} />
        <Figure
          name={t('today.net')}
          value={sum([now.in, -now.out])}
          before={sum([before.in, -before.out])}
          format={baht}
        />
      </dl>
      <Hours
        hours={hours}
        summary={t('today.chart', { in: baht(now.in), out: baht(now.out), before: baht(before.in) })}
      />
      {money.length === 0 ? (
        <p className="pt-3 text-t2">{t('today.noMoney')}</p>
      ) : (
        <Numbers
          caption={t('today.byChannel')}
          head={[t('today.channel'), t('today.in'), t('today.out'), t('today.inBefore'), t('today.outBefore')]}
          rows={money.map(({ channel, compare, ...flow }) => [
            channel === 'payouts' ? nameOf(channel) : channel,
            baht(flow.in),
            baht(flow.out),
            baht(compare.in),
            baht(compare.out),
          ])}
        />
      )}
    </Panel>
  );
}

/** The hours as lines, and the same as a table for whoever reads no lines. */
function Hours({ hours, summary }: { hours: Today['hours']; summary: string }) {
  const { t } = useI18n();
  const { zone } = useHouse();
  // The chart is drawn anew with other lines, and not whenever the page asks again.
  const { times, lines } = useMemo(() => drawn(hours, t), [hours, t]);
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone });
  return (
    <div className="grid gap-2">
      <div style={{ minHeight: HEIGHT + 30 }}>
        <Suspense fallback={<Skeleton className="h-[230px]" />}>
          <Chart summary={summary} zone={zone} height={HEIGHT} format={short} times={times} lines={lines} />
        </Suspense>
      </div>
      <details>
        <summary className="target inline-flex items-center text-s text-t2 hover:text-t1">{t('today.asTable')}</summary>
        <Numbers
          caption={t('today.byHour')}
          head={[t('today.hour'), t('today.in'), t('today.out'), t('today.inBefore'), t('today.outBefore')]}
          rows={hours.map(({ at, begun, compare, ...flow }) => [
            clock.format(new Date(at)),
            begun ? baht(flow.in) : '–',
            begun ? baht(flow.out) : '–',
            baht(compare.in),
            baht(compare.out),
          ])}
        />
      </details>
    </div>
  );
}

function drawn(hours: Today['hours'], t: ReturnType<typeof useI18n>['t']) {
  const lines: Line[] = [
    { label: t('today.inBefore'), tone: 'grey', compared: true, values: hours.map(({ compare }) => compare.in) },
    { label: t('today.out'), tone: 'gold', values: hours.map((hour) => (hour.begun ? hour.out : null)) },
    { label: t('today.in'), tone: 'jade', values: hours.map((hour) => (hour.begun ? hour.in : null)) },
  ];
  return { times: hours.map(({ at }) => Date.parse(at) / 1000), lines };
}
