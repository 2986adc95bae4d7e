import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { TallySeries } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { short } from '@/console/kit/axis';
import type { Line } from '@/console/kit/chart';
import { Select } from '@/console/kit/field';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { useHouse } from '@/console/kit/house';
import { Loaded } from '@/console/kit/loaded';
import { Numbers } from '@/console/kit/numbers';
import { Panel } from '@/console/kit/panel';
import { useSystemName } from '@/console/kit/system';
import { dayOf, formatDay, formatMoment, shiftDay, startOfDay, wallClock } from '@/console/kit/time';
import { useFilter } from '@/console/kit/use-filter';
import { useNow } from '@/console/kit/use-now';
import { baht, grouped } from '@/shared/lib/money';
import { Notice } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { counted, pointsOf, SPANS, type Span, WHATS, type What } from './figure-points';
import { MoneyFrame } from './frame';
import { tallyQuery } from './queries';

const Chart = lazy(() => import('@/console/kit/chart'));
const HEIGHT = 220;

/** How many days are shown where the address says nothing. */
const LATELY: Record<Span, number> = { day: 30, hour: 7 };

/** One figure of the house by hours or days: as lines, and as a table of the same. */
export default function FiguresPage() {
  const { t } = useI18n();
  const { zone } = useHouse();
  const found = useFilter(['what', 'by', 'from', 'to']);
  const now = useNow();
  const today = dayOf(new Date(now).toISOString(), zone);
  const what = WHATS.find((one) => one === found.filter.what) ?? 'deposit';
  // What members bet is known by days alone.
  const by: Span = what === 'turnover' ? 'day' : (SPANS.find((one) => one === found.filter.by) ?? 'day');
  const last = found.filter.to ?? today;
  const first = found.filter.from ?? shiftDay(last, 1 - LATELY[by]);
  const asked = {
    what,
    by,
    from: startOfDay(first, zone) ?? '',
    to: startOfDay(shiftDay(last, 1), zone) ?? '',
  };
  const list = useQuery(tallyQuery(asked));
  return (
    <MoneyFrame at="/money/figures">
      <FilterForm by={{ ...found, query: asked }} path="/api/tally">
        <Select label={t('figures.what')} name="what" defaultValue={what}>
          {WHATS.map((one) => (
            <option key={one} value={one}>
              {t(`figures.${one}`)}
            </option>
          ))}
        </Select>
        <Select label={t('figures.by')} name="by" defaultValue={by}>
          {SPANS.map((one) => (
            <option key={one} value={one}>
              {t(`figures.by.${one}`)}
            </option>
          ))}
        </Select>
        <Days filter={{ from: first, to: last }} />
      </FilterForm>
      <Panel title={t(`figures.${what}`)} aside={t(`figures.by.${by}`)}>
        <div style={{ minHeight: HEIGHT + 90 }}>
          <Loaded query={list}>{(tally) => <Figures tally={tally} asked={asked} now={now} />}</Loaded>
        </div>
      </Panel>
    </MoneyFrame>
  );
}

interface Props {
  tally: TallySeries;
  asked: { what: What; by: Span; from: string; to: string };
  now: number;
}

/** The tones of the largest parts, beside the whole of them. */
const TONES = ['jade', 'sky', 'coral'] as const;

function Figures({ tally: { series, asOf, whole }, asked, now }: Props) {
  const { t } = useI18n();
  const { zone } = useHouse();
  const nameOf = useSystemName();
  const { what, by, from, to } = asked;
  // A point more each hour, and not each second.
  const hour = Math.ceil(now / 3_600_000) * 3_600_000;
  const { names, points, total } = useMemo(
    () => pointsOf(series, { from, to, by, what }, hour),
    [series, from, to, by, what, hour],
  );
  const say = counted(what) ? (value: number) => grouped(String(value)) : baht;
  const all = t('figures.all');
  const payouts = nameOf('payouts');
  // One part is the whole.
  const parts = useMemo(
    () => (names.length > 1 ? names.map((name) => (name === 'payouts' ? payouts : name)) : []),
    [names, payouts],
  );
  const times = useMemo(() => points.map(({ at }) => at / 1000), [points]);
  const lines = useMemo(() => linesOf(points, all, parts), [points, all, parts]);
  if (series.length === 0) return <p className="py-3 text-t2">{t('figures.nothing')}</p>;
  return (
    <div className="grid gap-3">
      {!whole && <Notice tone="warning">{t('finance.adding')}</Notice>}
      <p className="text-xl font-semibold tabular-nums">{say(total)}</p>
      <div style={{ minHeight: HEIGHT + 30 }}>
        <Suspense fallback={<Skeleton className="h-[250px]" />}>
          <Chart
            summary={t('figures.chart', { what: t(`figures.${what}`), total: say(total) })}
            zone={zone}
            height={HEIGHT}
            format={short}
            times={times}
            lines={lines}
          />
        </Suspense>
      </div>
      <Numbers
        caption={t(`figures.${what}`)}
        head={[t(`figures.by.${by}`), all, ...parts]}
        rows={points
          .toReversed()
          .map(({ at, total: sum, parts: some }) => [
            nameOfPoint(new Date(at).toISOString(), zone, by),
            say(sum),
            ...(parts.length > 0 ? some.map(say) : []),
          ])}
      />
      <p className="text-xs text-t3 tabular-nums">{t('finance.asOf', { time: formatMoment(asOf, zone), zone })}</p>
    </div>
  );
}

function linesOf(points: ReturnType<typeof pointsOf>['points'], all: string, parts: readonly string[]): Line[] {
  const largest = TONES.slice(0, parts.length).map((tone, n): Line => {
    const label = parts[n] ?? '';
    return { label, tone, values: points.map((point) => point.parts[n] ?? 0) };
  });
  return [{ label: all, tone: 'gold', values: points.map(({ total }) => total) }, ...largest];
}

const nameOfPoint = (at: string, zone: string, by: Span) =>
  by === 'day' ? formatDay(dayOf(at, zone)) : `${formatDay(dayOf(at, zone))} ${wallClock(at, zone).slice(11, 16)}`;
