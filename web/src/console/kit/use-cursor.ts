import { useKeys } from './keys';

interface Options<Row> {
  rows: readonly Row[];
  /** The row that the cursor is on; -1 for none. */
  at: number;
  onMove(row: Row, at: number): void;
  onOpen?: ((row: Row) => void) | undefined;
}

/** j and k, or the arrows, move through a list, and Enter opens where the cursor is. */
export function useCursor<Row>({ rows, at, onMove, onOpen }: Options<Row>): void {
  const go = (to: number) => {
    const place = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[place];
    if (row !== undefined && place !== at) onMove(row, place);
  };
  const down = () => go(at + 1);
  const up = () => go(at - 1);
  const row = rows[at];
  useKeys({
    j: down,
    arrowdown: down,
    k: up,
    arrowup: up,
    home: () => go(0),
    end: () => go(rows.length - 1),
    ...(onOpen && row !== undefined && { enter: () => onOpen(row) }),
  });
}
