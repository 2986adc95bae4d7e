const PARTS: Intl.DateTimeFormatOptions = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
};
/** A format takes a while to make, and there are few zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(at: string, zone: string): Record<string, string> {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { ...PARTS, timeZone: zone });
    formats.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
}

/** DD/MM/YYYY HH:mm:ss in the house's zone, wherever the operator is. */
export function formatMoment(at: string, zone: string): string {
  const { day, month, year, hour, minute, second } = partsOf(at, zone);
  return `${day}/${month}/${year} ${hour}:${minute}:${second}`;
}

/** What a field for a time shows: the wall clock of the house's zone, 2026-11-27T14:30:05. */
export function wallClock(at: string, zone: string): string {
  const { day, month, year, hour, minute, second } = partsOf(at, zone);
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** The time at which a wall clock of the zone shows this; undefined if it is no time. */
export function momentOf(shown: string, zone: string): string | undefined {
  const guess = Date.parse(`${shown}Z`);
  if (Number.isNaN(guess)) return undefined;
  const off = Date.parse(`${wallClock(new Date(guess).toISOString(), zone)}Z`) - guess;
  return new Date(guess - off).toISOString();
}

/** 2026-11-27 as 27/11/2026. */
export const formatDay = (day: string) => day.split('-').reverse().join('/');

const DAY_MS = 86_400_000;

/** The day of a moment in the house's zone, as 2026-11-27. */
export const dayOf = (at: string, zone: string) => wallClock(at, zone).slice(0, 10);

/** A day some days after another. */
export const shiftDay = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** When a day begins in the house's zone; undefined: it is none. */
export const startOfDay = (day: string, zone: string) => momentOf(`${day}T00:00:00`, zone);

export type Unit = 'day' | 'hour' | 'minute' | 'second';

const SECONDS: readonly [Unit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** A span in the largest unit that fits it at least once, rounded down. It has no sign. */
export function span(ms: number): { unit: Unit; count: number } {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  for (const [unit, length] of SECONDS) if (seconds >= length) return { unit, count: Math.floor(seconds / length) };
  return { unit: 'second', count: 0 };
}
