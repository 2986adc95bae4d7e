import { useEffect, useEffectEvent, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from './theme';

export interface Line {
  label: string;
  /** One value for each time; null where there is none. */
  values: readonly (number | null)[];
  tone: keyof typeof TONES;
  /** What it is compared with: drawn as dashes, without a filled ground. */
  compared?: boolean;
}

/** A line's colour, by the token's name: it is another in the light half. */
const TONES = {
  gold: '--color-gold',
  jade: '--color-jade',
  sky: '--color-sky',
  coral: '--color-coral',
  grey: '--color-t3',
};

interface Props {
  /** What the chart says in a sentence: the only form of it that a screen reader has. */
  summary: string;
  /** Seconds since 1970, ascending. */
  times: readonly number[];
  lines: readonly Line[];
  /** The house's time zone. */
  zone: string;
  height?: number;
  format?(value: number): string;
}

/** Lines over time. It is drawn anew with its size, its data and the theme. */
export default function Chart({ summary, times, lines, zone, height = 200, format = String }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const draw = useEffectEvent((host: HTMLElement) => {
    const data = [[...times], ...lines.map(({ values }) => [...values])] as UPlot.AlignedData;
    return new UPlot(options({ host, lines, zone, height, format }), data, host);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read while drawing
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const plot = draw(host);
    const watch = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height }));
    watch.observe(host);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [theme, times, lines, zone, height]);
  return (
    <figure className="grid gap-2">
      <div ref={place} role="img" aria-label={summary} className="min-w-0 overflow-hidden" style={{ height }} />
      <figcaption className="flex flex-wrap gap-x-4 text-xs text-t2">
        {lines.map(({ label, tone, compared }) => (
          <span key={label} className="inline-flex items-center gap-1.5">
            <Stroke tone={tone} compared={compared} />
            {label}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Stroke({ tone, compared }: Pick<Line, 'tone'> & { compared?: boolean | undefined }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 4" className="h-1 w-4">
      <path d="M0 2h16" stroke={`var(${TONES[tone]})`} strokeWidth="3" strokeDasharray={compared ? '4 3' : undefined} />
    </svg>
  );
}

/** How a tick of the time is written, by how far ticks are apart, in seconds: the hour of the day, or the day. */
const TIMES: UPlot.Axis.Values = [
  [86_400, '{DD}/{MM}', null, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', null, null, null, null, null, null, 1],
];

type Drawing = Required<Pick<Props, 'lines' | 'zone' | 'height' | 'format'>> & { host: HTMLElement };

function options({ host, lines, zone, height, format }: Drawing): UPlot.Options {
  const style = getComputedStyle(host);
  const color = (token: string) => style.getPropertyValue(token).trim();
  const axis = {
    stroke: color('--color-t3'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: color('--color-line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: host.clientWidth,
    height,
    legend: { show: false },
    cursor: { points: { size: 7 }, drag: { x: false, y: false } },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), zone),
    axes: [
      { ...axis, grid: { show: false }, values: TIMES },
      { ...axis, size: 64, values: (_, ticks) => ticks.map(format) },
    ],
    series: [
      {},
      ...lines.map(({ label, tone, compared }) => ({
        label,
        stroke: color(TONES[tone]),
        width: compared ? 1.5 : 2,
        points: { show: false },
        ...(compared ? { dash: [5, 4] } : { fill: `color-mix(in srgb, ${color(TONES[tone])} 12%, transparent)` }),
      })),
    ],
  };
}
