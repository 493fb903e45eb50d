import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { useRefusal } from '../../api/session';
import { AuditTable } from '../../ui/audit-table';
import { Empty, Loaded } from '../../ui/loaded';

const route = getRouteApi('/campaigns/$campaignID/activity');
const limit = 100;

/** Who did what in the campaign: its audit log. */
export function ActivityPage() {
  const { campaignID } = route.useParams();
  const { after } = route.useSearch();
  const refusal = useRefusal('audit:read');
  const query = { campaign: campaignID, limit, ...(after === undefined ? {} : { after }) };
  const log = api.useQuery(
    'get',
    '/audit-log',
    { params: { query } },
    { ...usePolling(), enabled: refusal === undefined },
  );
  if (refusal !== undefined) return <Empty>{refusal}</Empty>;
  return (
    <Loaded query={log}>
      {({ AuditLogEntries }) => {
        const last = AuditLogEntries.at(-1);
        return (
          <>
            <AuditTable entries={AuditLogEntries} />
            {AuditLogEntries.length === limit && last !== undefined && (
              <Link to="/campaigns/$campaignID/activity" params={{ campaignID }} search={{ after: last.ID }}>
                Next page
              </Link>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
