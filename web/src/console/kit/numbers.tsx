interface Props {
  /** What the table is, for screen readers. */
  caption: string;
  head: readonly string[];
  /** The first cell names the row, the others are its numbers. */
  rows: readonly (readonly string[])[];
}

/** A short table of numbers. A phone moves it sideways within its place. */
export function Numbers({ caption, head, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves it, too
    <section aria-label={caption} tabIndex={0} className="-mx-4 overflow-x-auto px-4 focus-visible:-outline-offset-2">
      <table className="w-full text-right text-s whitespace-nowrap tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-t3">
          <tr>
            {head.map((name, at) => (
              <th key={name} scope="col" className={`py-1.5 font-normal ${at === 0 ? 'pr-3 text-left' : 'pl-4'}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {name}
              </th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]} className={`py-1.5 pl-4 ${at > 1 ? 'text-t3' : ''}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
