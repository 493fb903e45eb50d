import { Link } from '@tanstack/react-router';
import type { paths } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { useReadiness } from '../../api/readiness';
import { useMe, useRefusal } from '../../api/session';
import { formatNumber, words } from '../../lib/format';
import { AuditTable } from '../../ui/audit-table';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Facts, Page, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { OrganizationStateButton } from '../settings/organization-state';
import { ResetBreakerButton } from '../campaign/campaign-actions';
import { FailuresPanel } from './failures-panel';
import { OverduePanel } from './overdue-panel';
import { ServicePanel, useServiceQuery } from './service-panel';
import { TrunksPanel } from './trunks-panel';

/** Whether the service works: its parts, trunks, workers, open circuit breakers, what failed and what is overdue. */
export function OperationsPage() {
  return (
    <Page title="Operations" actions={<OrganizationStateButton />}>
      <div className="grid gap-4 lg:grid-cols-2">
        <Parts />
        <Breakers />
      </div>
      <TrunksPanel />
      <FailuresPanel />
      <OverduePanel />
      <Workers />
      <Audit />
    </Page>
  );
}

function Parts() {
  const me = useMe();
  const readiness = useReadiness();
  return (
    <Panel title="Service">
      <Loaded query={readiness}>
        {({ Status, Checks }) => (
          <Facts
            facts={[
              ['Status', <Chip key="status" state={Status} />],
              ...Object.entries(Checks).map(([part, state]) => [part, <Chip key={part} state={state} />] as const),
              ['Version', me.Version],
              ...(me.WorkflowsURL === undefined
                ? []
                : ([
                    [
                      'Workflows',
                      <a key="workflows" href={me.WorkflowsURL} target="_blank" rel="noreferrer">
                        Temporal
                      </a>,
                    ],
                  ] as const)),
              [
                'API reference',
                <a key="reference" href="/docs">
                  /docs
                </a>,
              ],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function Breakers() {
  const campaigns = api.useQuery('get', '/campaigns', {}, usePolling());
  return (
    <Panel title="Circuit breakers">
      <Loaded query={campaigns}>
        {({ Campaigns }) => {
          const open = Campaigns.filter(({ CircuitBreaker }) => (CircuitBreaker?.State ?? 'closed') !== 'closed');
          if (open.length === 0) return <Empty>Every circuit breaker is closed.</Empty>;
          return (
            <Table
              caption="Open circuit breakers"
              rows={open}
              rowKey={({ ID }) => ID}
              columns={[
                {
                  head: 'Campaign',
                  cell: ({ ID, Data }) => (
                    <Link to="/campaigns/$campaignID" params={{ campaignID: ID }}>
                      {Data.Name}
                    </Link>
                  ),
                },
                { head: 'State', cell: ({ CircuitBreaker: breaker }) => <Chip state={breaker?.State ?? 'closed'} /> },
                { head: 'Error', cell: ({ CircuitBreaker: breaker }) => words(breaker?.LastError ?? '') },
                {
                  head: 'Failed',
                  cell: ({ CircuitBreaker: breaker }) => `${breaker?.Failures ?? 0} of ${breaker?.Calls ?? 0}`,
                },
                { head: 'Action', cell: ({ ID }) => <ResetBreakerButton campaignID={ID} /> },
              ]}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}

type Worker = paths['/workers']['get']['responses'][200]['content']['application/json']['Workers'][number];

function Workers() {
  const workers = api.useQuery('get', '/workers', {}, { ...usePolling(), ...useServiceQuery() });
  return (
    <ServicePanel title="Workers" query={workers}>
      {({ Workers: rows }) =>
        rows.length === 0 ? (
          <Empty>No worker runs: jobs wait until one does.</Empty>
        ) : (
          <Table caption="Workers" columns={workerColumns} rows={rows} rowKey={({ ID }) => ID} />
        )
      }
    </ServicePanel>
  );
}

const workerColumns: Column<Worker>[] = [
  { head: 'Worker', cell: ({ ID }) => <code>{ID}</code> },
  { head: 'Host', cell: ({ Host }) => Host },
  { head: 'State', cell: ({ State }) => <Chip state={State} /> },
  { head: 'Version', cell: ({ Version }) => Version },
  { head: 'Queues', cell: ({ Queues }) => Queues.join(', ') },
  {
    head: 'Calls',
    numeric: true,
    cell: ({ Calls, CallSlots }) => `${formatNumber(Calls)} of ${formatNumber(CallSlots)}`,
  },
  { head: 'Started', cell: ({ StartedAt }) => <Instant at={StartedAt} /> },
  { head: 'Last heartbeat', cell: ({ LastBeatAt }) => <Instant at={LastBeatAt} /> },
];

function Audit() {
  const refusal = useRefusal('audit:read');
  const params = { query: { limit: 20 } };
  const log = api.useQuery('get', '/audit-log', { params }, { ...usePolling(), enabled: refusal === undefined });
  return (
    <Panel title="Last actions">
      {refusal === undefined ? (
        <Loaded query={log}>{({ AuditLogEntries }) => <AuditTable entries={AuditLogEntries} />}</Loaded>
      ) : (
        <Empty>{refusal}</Empty>
      )}
    </Panel>
  );
}
