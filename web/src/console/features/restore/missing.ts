import type { QuarantinedSystem } from '@/console/api/contract';

export interface Span {
  from: string;
  to: string;
}

const SECOND_MS = 1000;

/** The spans that no list covers whose rows are all booked: from before the backup to the restoration. */
export function missingSpans({ from, to }: Span, lists: QuarantinedSystem['lists']): Span[] {
  const whole = lists.filter(({ done }) => done).sort((one, other) => Date.parse(one.from) - Date.parse(other.from));
  const missing: Span[] = [];
  let covered = from;
  for (const list of whole) {
    if (isBefore(covered, list.from)) missing.push({ from: covered, to: isBefore(to, list.from) ? to : list.from });
    if (isBefore(covered, list.to)) covered = list.to;
  }
  if (isBefore(covered, to)) missing.push({ from: covered, to });
  return missing.filter((span) => isBefore(span.from, span.to));
}

const isBefore = (one: string, other: string) => Date.parse(one) < Date.parse(other);

/** What a list begins with: all that is missing, up to the next whole second, which is the field's smallest step. */
export const firstOf = ([span]: readonly Span[]): Record<string, string> =>
  span
    ? {
        from: span.from,
        to: new Date((Math.floor(Date.parse(span.to) / SECOND_MS) + 1) * SECOND_MS).toISOString(),
      }
    : {};

/** By what a system is lifted, as it stands: its lists, or what two persons compared by hand. */
export const basisOf = ({ takes, covered }: QuarantinedSystem): Record<string, string> => ({
  basis: covered || !takes ? 'lists' : 'hand',
});
