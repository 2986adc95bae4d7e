import {
  type ColumnDef,
  createSortedRowModel,
  type Header,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useI18n } from '@/console/i18n';
import { Icon } from './icon';
import { useCursor } from './use-cursor';

export interface Column<Row> {
  id: string;
  header: string;
  cell(row: Row): ReactNode;
  /** In px; without one it shares what is left. */
  width?: number;
  align?: 'start' | 'end';
  /** Left out where the window is as narrow as a phone. */
  wide?: boolean;
  /** What to sort by. Only for a list that is complete: a page of a longer one has the server's order. */
  value?(row: Row): string | number;
}

interface Props<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf(row: Row): string;
  onOpen?(row: Row): void;
  /** Which rows open, and look so; by itself every one does. */
  opens?(row: Row): boolean;
  /** The row that the keys are on. */
  cursor?: { at: number; move(at: number): void };
  /** Called when the last row comes near: the list's next page. */
  onEnd?: (() => void) | undefined;
}

/** Every row has this height, so that a thousand rows need no measuring. */
const ROW = 44;
const OVERSCAN = 8;

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

/**
 * A table of any length: only the rows in sight are in the page. Its head stays, complete lists sort at a press of it,
 * and the keys of useCursor move through it.
 */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  idOf,
  onOpen,
  opens = () => true,
  cursor,
  onEnd,
}: Props<Row>) {
  const place = useRef<HTMLDivElement>(null);
  const data = useMemo(() => [...rows], [rows]);
  const defs = useMemo(() => columns.map((column) => definition(column)), [columns]);
  const table = useTable({ features, columns: defs, data, getRowId: idOf });
  const shown = table.getRowModel().rows;
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.start ?? 0;
  const rest = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  const near = (items.at(-1)?.index ?? -1) >= shown.length - OVERSCAN;
  useEffect(() => {
    if (near) onEnd?.();
  }, [near, onEnd]);

  useCursor({
    rows: shown,
    at: cursor?.at ?? -1,
    onMove: (_, at) => {
      cursor?.move(at);
      virtual.scrollToIndex(at);
    },
    onOpen: onOpen && ((row) => opens(row.original) && onOpen(row.original)),
  });

  return (
    <div
      ref={place}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it, also where no row has a link
      tabIndex={0}
      className="h-full min-h-0 overflow-auto rounded-l border border-line bg-s1 focus-visible:-outline-offset-2"
    >
      <table aria-label={label} aria-rowcount={shown.length + 1} className="w-full table-fixed text-left text-s">
        <thead className="sticky top-0 z-(--z-index-bar) bg-s2 text-t2">
          <tr aria-rowindex={1}>
            {table.getFlatHeaders().map((header, index) => (
              <Head key={header.id} header={header} column={columns[index]} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={first} />
          {items.map(({ index }) => {
            const row = shown[index];
            if (!row) return null;
            const open = onOpen && opens(row.original) && (() => onOpen(row.original));
            return (
              <tr
                key={row.id}
                aria-rowindex={index + 2}
                aria-selected={cursor ? index === cursor.at : undefined}
                onClick={open ? (event) => pressed(event) && open() : undefined}
                className={`h-11 border-t border-line hover:bg-s2 aria-selected:bg-s3 ${open ? 'cursor-pointer' : ''}`}
              >
                {columns.map((column) => (
                  <td key={column.id} className={`truncate px-3 ${sideOf(column)}`}>
                    {column.cell(row.original)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Space height={rest} />
        </tbody>
      </table>
    </div>
  );
}

function definition<Row extends object>(column: Column<Row>): ColumnDef<Features, Row> {
  const { id, header, value } = column;
  return value ? { id, header, accessorFn: value } : { id, header, enableSorting: false };
}

/** A link or a button in a cell has a press of its own. */
const pressed = ({ target }: MouseEvent) => !(target instanceof Element && target.closest('a, button, input'));

const sideOf = <Row,>({ align, wide }: Column<Row>) =>
  `${align === 'end' ? 'text-right tabular-nums' : ''} ${wide ? 'max-sm:hidden' : ''}`;

interface HeadProps<Row extends object> {
  header: Header<Features, Row, unknown>;
  column: Column<Row> | undefined;
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

function Head<Row extends object>({ header: { column: model }, column }: HeadProps<Row>) {
  const { t } = useI18n();
  if (!column) return null;
  const sorted = model.getIsSorted();
  return (
    <th
      scope="col"
      aria-sort={sorted ? SORTED[sorted] : undefined}
      style={{ width: column.width }}
      className={`h-10 px-3 font-semibold ${sideOf(column)}`}
    >
      {model.getCanSort() ? (
        <button
          type="button"
          onClick={model.getToggleSortingHandler()}
          title={t('table.sort')}
          className="inline-flex max-w-full items-center gap-1 hover:text-t1"
        >
          <span className="truncate">{column.header}</span>
          {sorted && <Icon name={sorted === 'asc' ? 'up' : 'down'} size="s" />}
        </button>
      ) : (
        <span className="block truncate">{column.header}</span>
      )}
    </th>
  );
}

/**
 * The rows that are not in the page, as their height. It spans no columns: on a phone, where some are left out, these would
 * have a width of their own.
 */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr data-space="" style={{ height }}>
      <td />
    </tr>
  );
}
