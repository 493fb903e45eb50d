import { useQueries } from '@tanstack/react-query';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { useRefusal } from '../../api/session';
import { Panel } from '../../ui/layout';
import { Empty } from '../../ui/loaded';
import { DeliveriesTable } from '../webhooks/deliveries-table';
import type { JobPath } from './job-requests';

/** What was sent of this job, over all webhooks. */
export function DeliveriesPanel({ path: { jobID } }: { path: JobPath }) {
  const refusal = useRefusal('webhooks:manage');
  const polling = usePolling();
  const webhooks = api.useQuery('get', '/webhooks', {}, { enabled: refusal === undefined });
  const lists = useQueries({
    queries: (webhooks.data?.Webhooks ?? []).map(({ ID }) => ({
      ...api.queryOptions('get', '/webhooks/{webhookID}/deliveries', {
        params: { path: { webhookID: ID }, query: { job: jobID } },
      }),
      ...polling,
    })),
  });
  const rows = lists.flatMap(({ data }) => data?.Deliveries ?? []).sort((a, b) => b.EventTimeMS - a.EventTimeMS);
  return (
    <Panel title="Webhook deliveries">
      {refusal !== undefined && <Empty>{refusal}</Empty>}
      {refusal === undefined && rows.length === 0 && (
        <Empty>{webhooks.data?.Webhooks.length === 0 ? 'No webhook is registered.' : 'Nothing was sent yet.'}</Empty>
      )}
      {rows.length > 0 && <DeliveriesTable rows={rows} />}
    </Panel>
  );
}
