import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Filter } from '@/console/kit/use-filter';
import { LISTS, type ListName, type Lists, type Shown } from './lists';

const PAGE = 100;

interface Page<Row> {
  items: Row[];
  next: string | null;
  asOf: string;
}

/** One of the lists of what waited, as the table shows it. Their calls are alike but for the filters and the rows. */
export const pastQuery = <Name extends ListName>(list: Name, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['past', list, filter],
    queryFn: ({ pageParam }) =>
      unwrap<Page<Lists[Name]>>(
        api.GET(`/api/${list}`, {
          params: { query: { ...filter, limit: PAGE, ...(pageParam && { after: pageParam }) } },
        } as never) as never,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages, pageParams }) => ({
      pageParams,
      pages: pages.map(({ items, next, asOf }): Page<Shown> => ({ items: items.map(LISTS[list].show), next, asOf })),
    }),
  });
