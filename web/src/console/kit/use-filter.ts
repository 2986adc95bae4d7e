import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useHouse } from './house';
import { shiftDay, startOfDay } from './time';

/** What a list is narrowed by, as its call asks it. */
export type Filter = Record<string, string>;

const DAYS = ['from', 'to'];

/** The filters of a list are in its address, so a reload or a link shows the same. */
export function useFilter(names: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const { zone } = useHouse();
  const filter: Filter = {};
  for (const name of names) {
    const value = params.get(name);
    if (value && (!DAYS.includes(name) || !Number.isNaN(Date.parse(value)))) filter[name] = value;
  }
  return {
    /** As it stands in the address: days are days. */
    filter,
    /** As the call asks it: a list is from the beginning of a day to the end of one, in the house's zone. */
    query: timed(filter, zone),
    key: params.toString(),
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
      setParams(Object.fromEntries(typed.filter(([, value]) => value)));
    },
    clear: () => setParams({}),
    /** Narrows the list as an address of before did. */
    apply: (query: string) => setParams(new URLSearchParams(query)),
  };
}

function timed({ from, to, ...rest }: Filter, zone: string): Filter {
  const begins = from && startOfDay(from, zone);
  const ends = to && startOfDay(shiftDay(to, 1), zone);
  return { ...rest, ...(begins && { from: begins }), ...(ends && { to: ends }) };
}
