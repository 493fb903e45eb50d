import { formatNumber } from '../../lib/format';
import { Table } from '../../ui/table';

/** A value of a file that was refused. */
interface InvalidValue {
  Row: number;
  Column: string;
  Value: string;
  Detail: string;
}

/** The values of a file that were refused, with the reasons. */
export const InvalidRows = ({ rows }: { rows: readonly InvalidValue[] }) => (
  <Table
    caption="Invalid rows"
    rows={rows}
    rowKey={({ Row, Column }) => `${Row} ${Column}`}
    columns={[
      { head: 'Row', numeric: true, cell: ({ Row }) => formatNumber(Row) },
      { head: 'Column', cell: ({ Column }) => Column },
      { head: 'Value', cell: ({ Value }) => <code>{Value}</code> },
      { head: 'Why', cell: ({ Detail }) => Detail },
    ]}
  />
);
