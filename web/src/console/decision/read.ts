import type { PlainKey } from '@/console/i18n/types';
import { momentOf } from '@/console/kit/time';
import { readAmount } from '@/shared/lib/typed-amount';
import type { Bounds, Field } from './call';

/** What is wrong with a field: a text, or the bounds that it is not within. */
export type Wrong = PlainKey | Bounds;

/** What a form says: the body's own fields, or what is wrong with one by its name. */
interface Reading {
  fields: Record<string, string | number>;
  wrong: Record<string, Wrong>;
}

export const SHORTEST_REASON = 3;

/** Reads the fields of a decision. A time is the house's. */
export function readFields(fields: Readonly<Record<string, Field>>, form: FormData, zone: string): Reading {
  const reading: Reading = { fields: {}, wrong: {} };
  for (const [name, field] of Object.entries(fields)) {
    const typed = textOf(form, name);
    if (!typed && field.optional) continue;
    const value = valueIn(field, typed, zone);
    if (value === undefined) reading.wrong[name] = typed ? 'decide.unread' : 'decide.required';
    else if (field.bounds && !isWithin(field.bounds, value)) reading.wrong[name] = field.bounds;
    else reading.fields[name] = value;
  }
  return reading;
}

function valueIn({ kind }: Field, typed: string, zone: string): string | number | undefined {
  switch (kind) {
    case 'amount':
      return readAmount(typed).amount;
    case 'count':
      return /^\d{1,6}$/.test(typed) ? Number(typed) : undefined;
    case 'time':
      return momentOf(typed, zone);
    default:
      return typed || undefined;
  }
}

const isWithin = ({ least, most }: Bounds, value: string | number) => Number(value) >= least && Number(value) <= most;

export const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim();
