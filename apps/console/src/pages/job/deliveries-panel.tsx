import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { useRefusal } from '../../api/session';
import { Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { DeliveriesTable } from '../webhooks/deliveries-table';
import type { JobPath } from './job-requests';

/** What was sent of this job, over all webhooks. */
export function DeliveriesPanel({ path: { jobID } }: { path: JobPath }) {
  const refusal = useRefusal('webhooks:manage');
  const params = { query: { job: jobID, limit: 100 } };
  const deliveries = api.useQuery(
    'get',
    '/deliveries',
    { params },
    { ...usePolling(), enabled: refusal === undefined },
  );
  return (
    <Panel title="Webhook deliveries">
      {refusal === undefined ? (
        <Loaded query={deliveries}>
          {({ Deliveries }) =>
            Deliveries.length === 0 ? (
              <Empty>Nothing was sent.</Empty>
            ) : (
              <DeliveriesTable list={jobID} rows={Deliveries} />
            )
          }
        </Loaded>
      ) : (
        <Empty>{refusal}</Empty>
      )}
    </Panel>
  );
}
