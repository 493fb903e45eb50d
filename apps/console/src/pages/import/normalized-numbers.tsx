import type { NormalizedNumber } from '@outdial/client';
import { formatNumber } from '../../lib/format';
import { Table } from '../../ui/table';

const shown = 100;

/** What numbers of a file that are not E.164 are read as. */
export const NormalizedNumbers = ({ numbers }: { numbers: readonly NormalizedNumber[] }) => (
  <Table
    caption="Numbers read as E.164"
    rows={numbers.slice(0, shown)}
    rowKey={({ Row, Column }) => `${Row} ${Column}`}
    columns={[
      { head: 'Row', numeric: true, cell: ({ Row }) => formatNumber(Row) },
      { head: 'Column', cell: ({ Column }) => Column },
      { head: 'In the file', cell: ({ Value }) => <code>{Value}</code> },
      { head: 'Read as', cell: ({ Number: number }) => <code>{number}</code> },
    ]}
  />
);
