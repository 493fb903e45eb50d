import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Webhook } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatNumber } from '../../lib/format';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/layout';
import { Empty } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { RedeliverSince } from './redeliver-since';

const limit = 100;

interface Row {
  webhook: Webhook;
  /** Up to {@link limit}. */
  count: number;
  oldestAt: string;
  latestAt: string;
}

/** The events that each webhook has not accepted, and the way to send them again. */
export function DeadLetters({ webhooks }: { webhooks: readonly Webhook[] }) {
  const polling = usePolling();
  const lists = useQueries({
    queries: webhooks.map(({ ID: webhookID }) => ({
      ...api.queryOptions('get', '/webhooks/{webhookID}/deliveries', {
        params: { path: { webhookID }, query: { state: 'exhausted' as const, limit } },
      }),
      ...polling,
    })),
  });
  const rows = webhooks.flatMap((webhook, index): Row[] => {
    const given = lists[index]?.data?.Deliveries ?? [];
    const [latest, oldest] = [given[0], given.at(-1)];
    if (latest === undefined || oldest === undefined) return [];
    return [{ webhook, count: given.length, oldestAt: oldest.CreatedAt, latestAt: latest.CreatedAt }];
  });
  return (
    <Panel title="Given up, by webhook">
      {rows.length === 0 ? (
        <Empty>Every event was accepted, or is still being delivered.</Empty>
      ) : (
        <Table caption="Given up, by webhook" columns={columns} rows={rows} rowKey={({ webhook }) => webhook.ID} />
      )}
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    head: 'Webhook',
    cell: ({ webhook: { ID, Data } }) => (
      <Link to="/webhooks/$webhookID" params={{ webhookID: ID }}>
        {Data.DestinationURL}
      </Link>
    ),
  },
  {
    head: 'Events',
    numeric: true,
    cell: ({ count }) => (count === limit ? `${formatNumber(count)}+` : formatNumber(count)),
  },
  { head: 'Oldest shown', cell: ({ oldestAt }) => <Instant at={oldestAt} /> },
  { head: 'Latest', cell: ({ latestAt }) => <Instant at={latestAt} /> },
  {
    head: 'Action',
    cell: ({ webhook: { ID, Data }, oldestAt }) => (
      <RedeliverSince
        webhookID={ID}
        unless={Data.Enabled ? undefined : 'The webhook is disabled: enable it first.'}
        sinceMs={Date.parse(oldestAt)}
      />
    ),
  },
];
