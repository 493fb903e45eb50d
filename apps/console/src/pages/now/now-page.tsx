import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Campaign, CampaignStats } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { useReadiness } from '../../api/readiness';
import { useRefusal } from '../../api/session';
import { formatNumber } from '../../lib/format';
import { useStableRows } from '../../lib/use-stable-rows';
import { Chip } from '../../ui/chip';
import { Figure, Page, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { NewRows } from '../../ui/new-rows';
import { Table, type Column } from '../../ui/table';
import { CampaignActionButton } from '../campaign/campaign-actions';
import { OrganizationStateButton } from '../settings/organization-state';

const pageSize = 100;
const shownAtFirst = 12;

/** What is going on now: calls, campaigns, and what is wrong. */
export function NowPage() {
  const calls = api.useQuery(
    'get',
    '/calls',
    { params: { query: { state: 'active', limit: pageSize } } },
    usePolling(true),
  );
  const campaigns = api.useQuery('get', '/campaigns', {}, usePolling());
  const liveIn = new Map<string, number>();
  for (const { CampaignID } of calls.data?.Calls ?? []) liveIn.set(CampaignID, (liveIn.get(CampaignID) ?? 0) + 1);
  const live = calls.data?.Calls.length ?? 0;
  return (
    <Page title="Now" actions={<OrganizationStateButton />}>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Live calls">
          <Link to="/calls">
            <Loaded query={calls}>{() => (live === pageSize ? `${pageSize}+` : formatNumber(live))}</Loaded>
          </Link>
        </Figure>
        <Figure name="Running campaigns">
          {campaigns.data?.Campaigns.filter(({ State }) => State === 'running').length ?? '…'}
        </Figure>
        <ServiceFigure />
        <GivenUpFigure />
      </div>
      <Loaded query={campaigns}>{({ Campaigns }) => <CampaignsNow campaigns={Campaigns} liveIn={liveIn} />}</Loaded>
    </Page>
  );
}

function ServiceFigure() {
  const readiness = useReadiness();
  return (
    <Figure name="Service">
      <Link to="/operations">
        <Chip state={readiness.data?.Status ?? (readiness.error === null ? '…' : 'unavailable')} />
      </Link>
    </Figure>
  );
}

function GivenUpFigure() {
  const refusal = useRefusal('webhooks:manage');
  const query = { state: 'exhausted', limit: pageSize } as const;
  const options = { ...usePolling(), retry: false, enabled: refusal === undefined };
  const deliveries = api.useQuery('get', '/deliveries', { params: { query } }, options);
  const count = deliveries.data?.Deliveries.length;
  return (
    <Figure name="Webhook events given up">
      {count === undefined ? (
        '–'
      ) : (
        <Link to="/webhooks" search={{ state: 'exhausted' }}>
          {count === pageSize ? `${pageSize}+` : count}
        </Link>
      )}
    </Figure>
  );
}

interface CampaignsNowProps {
  campaigns: readonly Campaign[];
  liveIn: ReadonlyMap<string, number>;
}

/** Campaigns with what waits in them: those that run first, the newest of them first. */
function CampaignsNow({ campaigns, liveIn }: CampaignsNowProps) {
  const [all, setAll] = useState(false);
  const order = ['running', 'paused', 'blocked', 'draft', 'stopped', 'archived'];
  const sorted = campaigns.toReversed().sort((a, b) => order.indexOf(a.State) - order.indexOf(b.State));
  const listed = all ? sorted : sorted.slice(0, shownAtFirst);
  const { shown, changed, showLatest } = useStableRows(listed, ({ ID }) => ID, String(all));
  const polling = usePolling();
  const stats = useQueries({
    queries: shown.map(({ ID }) => ({
      ...api.queryOptions('get', '/campaigns/{campaignID}/stats', { params: { path: { campaignID: ID } } }),
      ...polling,
    })),
  });
  const rows = shown.map((campaign, i) => ({ campaign, stats: stats[i]?.data, live: liveIn.get(campaign.ID) ?? 0 }));
  return (
    <Panel title="Campaigns">
      {rows.length === 0 ? (
        <Empty>
          No campaigns yet. <Link to="/campaigns">Create one.</Link>
        </Empty>
      ) : (
        <>
          <NewRows changed={changed} onShow={showLatest} />
          <Table caption="Campaigns now" columns={columns} rows={rows} rowKey={({ campaign }) => campaign.ID} />
        </>
      )}
      {sorted.length > shown.length && (
        <button type="button" className="text-accent mt-2 underline" onClick={() => setAll(true)}>
          Show all {formatNumber(sorted.length)}
        </button>
      )}
    </Panel>
  );
}

interface Row {
  campaign: Campaign;
  stats: CampaignStats | undefined;
  live: number;
}
const count = (of: (stats: CampaignStats) => number) => (row: Row) =>
  row.stats === undefined ? '…' : formatNumber(of(row.stats));

const columns: Column<Row>[] = [
  {
    head: 'Campaign',
    cell: ({ campaign }) => (
      <Link to="/campaigns/$campaignID" params={{ campaignID: campaign.ID }}>
        {campaign.Data.Name}
      </Link>
    ),
  },
  {
    head: 'State',
    cell: ({ campaign, stats }) => (
      <span className="flex gap-1">
        <Chip state={campaign.State} />
        {stats?.CircuitBreaker !== undefined && stats.CircuitBreaker.State !== 'closed' && (
          <Link to="/campaigns/$campaignID" params={{ campaignID: campaign.ID }}>
            circuit breaker <Chip state={stats.CircuitBreaker.State} />
          </Link>
        )}
      </span>
    ),
  },
  { head: 'Live', numeric: true, cell: ({ live }) => formatNumber(live) },
  { head: 'Waiting', numeric: true, cell: count(({ JobsByState }) => JobsByState.created + JobsByState.scheduled) },
  { head: 'Completed', numeric: true, cell: count(({ JobsByState }) => JobsByState.completed) },
  { head: 'Failed', numeric: true, cell: count(({ JobsByState }) => JobsByState.failed) },
  { head: 'Jobs', numeric: true, cell: count(({ Jobs }) => Jobs) },
  {
    head: 'Action',
    cell: ({ campaign }) => (
      <CampaignActionButton campaign={campaign} action={campaign.State === 'paused' ? 'resume' : 'pause'} />
    ),
  },
];
