import { useMemo } from 'react';
import { Link } from '@tanstack/react-router';
import type { CampaignStats } from '@outdial/client';
import { formatNumber } from '../../lib/format';
import { plannedBars, waitingRows, type WaitingRow } from '../../lib/overview';
import { BarChart } from '../../ui/bar-chart';
import { Panel } from '../../ui/layout';
import { Empty } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';

/** What the waiting jobs wait for; the rows add up to all of them. */
export function WaitingPanel({ campaignID, stats: { Waiting } }: { campaignID: string; stats: CampaignStats }) {
  if (Waiting === undefined) return null;
  return (
    <Panel
      title="Why the rest waits"
      actions={
        <Link to="/campaigns/$campaignID/jobs" params={{ campaignID }} search={{ state: 'scheduled' }}>
          {formatNumber(Waiting.Jobs)} waiting
        </Link>
      }
    >
      {Waiting.Jobs === 0 ? (
        <Empty>No job waits.</Empty>
      ) : (
        <Table
          caption="What the waiting jobs wait for"
          columns={columns}
          rows={waitingRows(Waiting)}
          rowKey={({ text }) => text}
        />
      )}
    </Panel>
  );
}

const columns: Column<WaitingRow>[] = [
  { head: 'Wait for', cell: ({ text }) => text },
  { head: 'Gate', cell: ({ gate }) => (gate === undefined ? '' : <code className="text-muted text-xs">{gate}</code>) },
  { head: 'Jobs', numeric: true, cell: ({ jobs }) => formatNumber(jobs) },
];

interface PlannedPanelProps {
  stats: CampaignStats;
  contactZone: string | undefined;
}

/** The calls that are planned for the next day. */
export function PlannedPanel({ stats: { PlannedCalls }, contactZone }: PlannedPanelProps) {
  const bars = useMemo(() => (PlannedCalls === undefined ? [] : plannedBars(PlannedCalls, 24)), [PlannedCalls]);
  const planned = bars.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel title="Planned calls in the next 24 h">
      {planned === 0 ? (
        <Empty>No call is planned for the next 24 hours.</Empty>
      ) : (
        <BarChart title={`${formatNumber(planned)} planned calls by hour`} bars={bars} contactZone={contactZone} />
      )}
      <p className="text-muted">As they are planned now: limits and queues may move them, and retries will follow.</p>
    </Panel>
  );
}
