/** After this absence a visit starts again. */
const AWAY_MS = 30 * 60_000;

/** A visit, in ms since 1970: when it began, and when the app was last visible. */
export interface Visit {
  since: number;
  seen: number;
}

/** The visit at `now`: the previous one, unless the member was away since (or the clock was set back). */
export function visitAt(before: Visit | undefined, now: number): Visit {
  const goesOn =
    before !== undefined && now >= before.seen && now - before.seen < AWAY_MS && before.since <= before.seen;
  return { since: goesOn ? before.since : now, seen: now };
}

/** The stored visit, if the stored text is one. */
export function readVisit(text: string | null): Visit | undefined {
  const [since, seen] = (text ?? '').split(' ').map(Number);
  return since && seen ? { since, seen } : undefined;
}

export const writeVisit = ({ since, seen }: Visit) => `${since} ${seen}`;

/** Whole hours and minutes of a visit. */
export function length({ since, seen }: Visit): { hours: number; minutes: number } {
  const minutes = Math.floor((seen - since) / 60_000);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
