import type { ReactNode } from 'react';

export interface Column<Row> {
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
}

interface TableProps<Row> {
  /** Names the table for those who do not see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** A table that scrolls sideways where the screen is narrow. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div role="group" aria-label={caption} tabIndex={0} className="border-line bg-panel overflow-x-auto rounded border">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, numeric }, i) => (
              <th key={i} scope="col" className={numeric === true ? 'text-right!' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="hover:bg-page">
              {columns.map(({ cell, numeric }, i) => (
                <td key={i} className={numeric === true ? 'text-right tabular-nums' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
