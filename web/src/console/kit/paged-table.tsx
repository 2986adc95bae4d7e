import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '@/console/i18n';
import { Button } from './button';
import { type Column, DataTable } from './data-table';
import { useHouse } from './house';
import { Loaded } from './loaded';
import { formatMoment } from './time';

interface Page<Row> {
  items: readonly Row[];
  next: string | null;
  asOf: string;
}

interface Props<Row> {
  label: string;
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<Page<Row>>>,
    'data' | 'error' | 'isFetching' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  columns: readonly Column<Row>[];
  idOf(row: Row): string;
  onOpen?(row: Row): void;
  /** Which rows open; by itself every one does. */
  opens?(row: Row): boolean;
}

/**
 * A list of the API as a table: the next page comes as its end comes near. A page that found nothing among all that it
 * looked at does not go on by itself, or an unlucky filter would read everything there is.
 */
export function PagedTable<Row extends object>({ label, list, columns, idOf, onOpen, opens }: Props<Row>) {
  const { t } = useI18n();
  const { zone } = useHouse();
  const [at, move] = useState(-1);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const further = () => void fetchNextPage();
  return (
    <Loaded query={list}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        const goesOn = hasNextPage && !isFetchingNextPage;
        const found = (pages.at(-1)?.items.length ?? 0) > 0;
        return (
          <>
            {rows.length > 0 ? (
              <div className="h-[70dvh] lg:h-auto lg:min-h-0 lg:flex-1">
                <DataTable
                  label={label}
                  columns={columns}
                  rows={rows}
                  idOf={idOf}
                  cursor={{ at, move }}
                  onEnd={goesOn && found ? further : undefined}
                  {...(onOpen && { onOpen })}
                  {...(opens && { opens })}
                />
              </div>
            ) : (
              <p className="rounded-l border border-line bg-s1 px-4 py-12 text-center text-t2">
                {t(hasNextPage ? 'list.nothingSoFar' : 'list.nothing')}
              </p>
            )}
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-t3 tabular-nums">
              <span>{t('list.asOf', { time: formatMoment(pages[0]?.asOf ?? '', zone), zone })}</span>
              {hasNextPage && !found && (
                <Button variant="secondary" pending={isFetchingNextPage} onClick={further}>
                  {t('list.further')}
                </Button>
              )}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}
