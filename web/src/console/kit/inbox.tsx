import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Query } from '@/console/api/download';
import { useI18n } from '@/console/i18n';
import { Button } from './button';
import { CsvButton } from './csv-button';
import { useHouse } from './house';
import { Icon } from './icon';
import { Loaded } from './loaded';
import { formatMoment } from './time';

interface Props<Row> {
  list: Pick<
    UseInfiniteQueryResult,
    'data' | 'error' | 'isFetching' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  rows: readonly Row[];
  /** Of which time the list is. */
  asOf: string | undefined;
  /** The call that answers it as a file, and what that is narrowed by. */
  file?: { path: string; query: Query } | undefined;
  /** What is said where nothing waits. */
  empty: string;
  children(row: Row): ReactNode;
}

/** The rows of a list that is read page by page, the next page, and of which time they are. */
export function Inbox<Row>({ list, rows, asOf, file, empty, children }: Props<Row>) {
  const { t } = useI18n();
  const { zone } = useHouse();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Loaded query={list}>{() => (rows.length === 0 ? <Nothing>{empty}</Nothing> : rows.map(children))}</Loaded>
      {list.hasNextPage && (
        <div className="p-3">
          <Button block variant="secondary" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3 pr-1">
        {asOf && (
          <p className="px-4 py-3 text-xs text-t3">{t('list.asOf', { time: formatMoment(asOf, zone), zone })}</p>
        )}
        {file && rows.length > 0 && <CsvButton path={file.path} query={file.query} />}
      </div>
    </div>
  );
}

function Nothing({ children }: { children: string }) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-16 text-center text-t2">
      <span className="text-jade">
        <Icon name="check" size="l" />
      </span>
      <p>{children}</p>
    </div>
  );
}
