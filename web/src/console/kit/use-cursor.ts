import { useKeys } from './keys';

interface Cursor<Row> {
  rows: readonly Row[];
  /** The row that the cursor is on; -1 for none. */
  at: number;
  onMove(row: Row, at: number): void;
}

interface Options<Row> extends Cursor<Row> {
  onOpen?: ((row: Row) => void) | undefined;
}

/** j and k, or the arrows, move through a list, and Enter opens where the cursor is. */
export function useCursor<Row>({ onOpen, ...cursor }: Options<Row>): void {
  const row = cursor.rows[cursor.at];
  const { down, up, first, last } = moves(() => cursor);
  useKeys({
    j: down,
    arrowdown: down,
    k: up,
    arrowup: up,
    home: first,
    end: last,
    ...(onOpen && row !== undefined && { enter: () => onOpen(row) }),
  });
}

/**
 * j, k and Enter through rows that are a part of a page: the focus is the cursor, and Enter follows the row's first link.
 * The arrows scroll the page.
 */
export function useRowCursor(rowsOf: () => readonly HTMLElement[], on: boolean): void {
  const read = (): Cursor<HTMLElement> => {
    const rows = rowsOf();
    return { rows, at: rows.findIndex((row) => row.contains(document.activeElement)), onMove: focus };
  };
  const { down, up } = moves(read);
  const open = () => {
    const { rows, at } = read();
    rows[at]?.querySelector<HTMLElement>('a[href]')?.click();
  };
  useKeys({ j: down, k: up, enter: open }, on);
}

function focus(row: HTMLElement): void {
  row.tabIndex = -1;
  row.focus();
}

/** The keys that move a cursor. Where it is, is read when one is pressed. */
function moves<Row>(read: () => Cursor<Row>) {
  const go = (to: (at: number, last: number) => number) => () => {
    const { rows, at, onMove } = read();
    const place = Math.max(0, Math.min(rows.length - 1, to(at, rows.length - 1)));
    const row = rows[place];
    if (row !== undefined && place !== at) onMove(row, place);
  };
  return {
    down: go((at) => at + 1),
    up: go((at) => at - 1),
    first: go(() => 0),
    last: go((_, last) => last),
  };
}
