import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useHouse } from '@/console/kit/house';
import { shiftDay, startOfDay } from '@/console/kit/time';
import type { Filter } from './queries';

const NAMES = ['operator', 'action', 'subject', 'member', 'text', 'from', 'to'] as const;

/** The filters are in the address, so a reload or a link shows the same. Days are the house's. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const { zone } = useHouse();
  const filter = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<(typeof NAMES)[number], string>>;
  const { from, to, ...rest } = filter;
  const begins = from && startOfDay(from, zone);
  const ends = to && startOfDay(shiftDay(to, 1), zone);
  const query: Filter = { ...rest, ...(begins && { from: begins }), ...(ends && { to: ends }) };
  return {
    filter,
    query,
    key: params.toString(),
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
      setParams(Object.fromEntries(typed.filter(([, value]) => value)));
    },
    clear: () => setParams({}),
  };
}
