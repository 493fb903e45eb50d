import type { Trunk } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatNumber } from '../../lib/format';
import { Chip } from '../../ui/chip';
import { Empty } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { ServicePanel, useServiceQuery } from './service-panel';

/** The lines on which calls are placed: whether they answer, and how full they are. */
export function TrunksPanel() {
  const trunks = api.useQuery('get', '/trunks', {}, { ...usePolling(), ...useServiceQuery() });
  return (
    <ServicePanel title="Trunks" query={trunks}>
      {({ Trunks }) =>
        Trunks.length === 0 ? (
          <Empty>No worker that runs places calls.</Empty>
        ) : (
          <Table caption="Trunks" columns={columns} rows={Trunks} rowKey={({ Name }) => Name} />
        )
      }
    </ServicePanel>
  );
}

const limit = (count: number | undefined): string => (count === undefined ? 'no limit' : formatNumber(count));

const columns: Column<Trunk>[] = [
  { head: 'Trunk', cell: ({ Name }) => <code>{Name}</code> },
  { head: 'Health', cell: ({ Health, Disabled }) => <Chip state={Disabled ? 'disabled' : Health} /> },
  { head: 'Calls', numeric: true, cell: ({ Calls }) => (Calls === undefined ? '–' : formatNumber(Calls)) },
  { head: 'At once', numeric: true, cell: ({ MaxConcurrentCalls }) => limit(MaxConcurrentCalls) },
  { head: 'A minute', numeric: true, cell: ({ MaxCallsPerMinute }) => limit(MaxCallsPerMinute) },
  {
    head: 'Full',
    cell: ({ Name, Calls, MaxConcurrentCalls }) =>
      Calls === undefined || MaxConcurrentCalls === undefined ? (
        ''
      ) : (
        <meter aria-label={`Calls on ${Name} of its limit`} max={MaxConcurrentCalls} value={Calls} />
      ),
  },
  { head: 'Workers', numeric: true, cell: ({ Workers }) => formatNumber(Workers) },
];
