const two = (n: number) => String(n).padStart(2, '0');

/** DD/MM/YYYY HH:mm:ss in the member's own time. */
export function formatDateTime(at: Date | string): string {
  const date = new Date(at);
  return `${formatDate(date)} ${formatTime(date)}`;
}

/** HH:mm:ss. */
export function formatTime(at: Date | string): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** DD/MM/YYYY. */
export function formatDate(at: Date | string): string {
  const date = new Date(at);
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}

export type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** SPEC.md §9: a year has 365 days here, a month 30. */
const UNITS: readonly [Unit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** The age in the largest unit that fits; a time in the future counts as now. */
export function timeAgo(at: Date | string, now: Date): { unit: Unit; count: number } {
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(at).getTime()) / 1000));
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return { unit, count: Math.floor(seconds / length) };
  }
  return { unit: 'second', count: 0 };
}

/** Seconds as mm:ss. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}
