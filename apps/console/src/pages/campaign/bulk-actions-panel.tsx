import type { BulkAction } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatNumber, words } from '../../lib/format';
import { Action } from '../../ui/action';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/layout';
import { Table, type Column } from '../../ui/table';
import { cancelBulkAction } from './bulk-requests';

/** The last bulk actions of a campaign, with their progress. */
export function BulkActionsPanel({ campaignID }: { campaignID: string }) {
  const params = { path: { campaignID }, query: { limit: 5 } };
  const live = usePolling(true);
  const actions = api.useQuery('get', '/campaigns/{campaignID}/bulk-actions', { params }, live);
  const rows = actions.data?.BulkActions ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title="Bulk actions">
      <Table caption="Bulk actions" columns={columns} rows={rows} rowKey={({ ID }) => ID} />
    </Panel>
  );
}

const columns: Column<BulkAction>[] = [
  { head: 'Action', cell: ({ Action: name }) => words(name) },
  { head: 'State', cell: ({ State }) => <Chip state={State} /> },
  {
    head: 'Progress',
    cell: ({ Progress, Action: name }) => <progress aria-label={`Progress of ${name}`} max={1} value={Progress} />,
  },
  { head: 'Matched', numeric: true, cell: ({ Matched }) => formatNumber(Matched) },
  { head: 'Changed', numeric: true, cell: ({ Changed }) => formatNumber(Changed) },
  {
    head: 'Skipped',
    cell: ({ Skipped, SkippedBy }) =>
      Skipped === 0
        ? '0'
        : `${formatNumber(Skipped)} (${Object.entries(SkippedBy)
            .map(([why, n]) => `${words(why)} ${n}`)
            .join(', ')})`,
  },
  { head: 'Failed', numeric: true, cell: ({ Failed }) => formatNumber(Failed) },
  { head: 'Started', cell: ({ CreatedAt }) => <Instant at={CreatedAt} /> },
  {
    head: 'Action',
    cell: ({ ID, CampaignID, State }) => (
      <Action
        label="Stop"
        scope="jobs:write"
        unless={State === 'running' ? undefined : 'The action has ended.'}
        request={() => cancelBulkAction(CampaignID, ID)}
      >
        <p>What it has changed stays; the rest is left as it is.</p>
      </Action>
    ),
  },
];
