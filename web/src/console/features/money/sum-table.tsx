import { type ReactNode, useId } from 'react';

interface Row {
  id: string;
  name: string;
  note?: ReactNode;
  /** Amounts as they are shown. */
  cells: readonly string[];
}

interface Props {
  title: string;
  heads: readonly string[];
  rows: readonly Row[];
  sum: Pick<Row, 'name' | 'cells'>;
  note?: string;
}

const CELL = 'border-t border-line py-1.5 align-top print:py-0.5';

/** Lines of a report and their sum. It is printed as it is. */
export function SumTable({ title, heads, rows, sum, note }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-l border border-line bg-s1 px-4 pt-3 pb-4 print:break-inside-avoid print:border-0 print:p-0"
    >
      <h2 id={id} className="text-m font-semibold">
        {title}
      </h2>
      <table className="w-full text-left text-s">
        <thead className="text-t3">
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={`py-1.5 font-normal ${at > 0 ? 'pl-4 text-right' : ''}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className={`${CELL} font-normal`}>
                {row.name}
                {row.note && <span className="block text-xs text-t3">{row.note}</span>}
              </th>
              <Cells cells={row.cells} />
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row" className={CELL}>
              {sum.name}
            </th>
            <Cells cells={sum.cells} />
          </tr>
        </tbody>
      </table>
      {note && <p className="pt-2 text-xs text-t3">{note}</p>}
    </section>
  );
}

function Cells({ cells }: { cells: readonly string[] }) {
  return cells.map((cell, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a report do not move
    <td key={at} className={`${CELL} pl-4 text-right whitespace-nowrap tabular-nums`}>
      {cell}
    </td>
  ));
}
