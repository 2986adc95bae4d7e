import type { NewToken } from '@/console/api/contract';

export type Scope = NewToken['scopes'][number];

const SHORTEST_REASON = 3;

/** What the form says; undefined while something is missing. Networks are apart by commas, spaces or lines. */
export function readToken(form: FormData, endOf: (day: string) => string | undefined): NewToken | undefined {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const [system, reason, endsAt] = [text('system'), text('reason'), endOf(text('endsAt'))];
  const scopes = form.getAll('scope') as Scope[];
  const addresses = text('addresses')
    .split(/[\s,]+/)
    .filter(Boolean);
  if (!system || !endsAt || scopes.length === 0 || reason.length < SHORTEST_REASON) return undefined;
  return {
    system,
    role: text('role') as NewToken['role'],
    scopes,
    endsAt,
    reason,
    ...(addresses.length > 0 && { addresses }),
  };
}
