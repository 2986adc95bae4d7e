import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Query } from '@/console/api/download';
import { useI18n } from '@/console/i18n';
import { Button } from './button';
import { CsvButton } from './csv-button';
import { useHouse } from './house';
import { Loaded } from './loaded';
import { Panel } from './panel';
import { formatMoment } from './time';
import { useRowCursor } from './use-cursor';

interface Props<Row> {
  title: string;
  list: Pick<
    UseInfiniteQueryResult<{ pages: { items: Row[]; asOf: string }[] }>,
    'data' | 'error' | 'isFetching' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  /** The call that answers it as a file, and what that is narrowed by. */
  file?: { path: string; query?: Query };
  /** What is said where it has no rows. */
  empty: string;
  children(row: Row): ReactNode;
}

/** The rows of all lists of a page are one list to the keys. */
const rowsOfPage = () => [...document.querySelectorAll<HTMLElement>('[data-rows] > li')];

/** One list within a page: its rows, the next page, and of which time they are. */
export function RowList<Row>({ title, list, file, empty, children }: Props<Row>) {
  const { t } = useI18n();
  const { zone } = useHouse();
  const pages = list.data?.pages;
  const rows = pages?.flatMap(({ items }) => items) ?? [];
  const asOf = pages?.[0]?.asOf;
  useRowCursor(rowsOfPage, rows.length > 0);
  return (
    <Panel title={title} aside={asOf && t('list.asOf', { time: formatMoment(asOf, zone), zone })}>
      <Loaded query={list}>
        {() =>
          rows.length === 0 ? (
            <p className="py-2 text-t2">{list.hasNextPage ? t('list.nothingSoFar') : empty}</p>
          ) : (
            <ul data-rows className="grid [&>li]:focus-visible:-outline-offset-2">
              {rows.map(children)}
            </ul>
          )
        }
      </Loaded>
      {file && rows.length > 0 && (
        <div className="-ml-3 pt-1">
          <CsvButton path={file.path} query={file.query ?? {}} />
        </div>
      )}
      {list.hasNextPage && (
        <div className="pt-2">
          <Button block variant="secondary" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

interface RowProps {
  title: ReactNode;
  /** At the other side: an amount, a button. */
  figure?: ReactNode;
  children?: ReactNode;
}

/** A row of such a list. Its second line breaks between what it has, and within what is too long. */
export function ListRow({ title, figure, children }: RowProps) {
  return (
    <li className="grid gap-0.5 border-t border-line py-2 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 font-semibold">{title}</span>
        {figure != null && <span className="tabular-nums">{figure}</span>}
      </div>
      <div className="flex flex-wrap gap-x-3 text-t2 [overflow-wrap:anywhere]">{children}</div>
    </li>
  );
}
