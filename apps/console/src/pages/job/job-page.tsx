import { getRouteApi, Link } from '@tanstack/react-router';
import type { Job } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { useMe, useRefusal } from '../../api/session';
import { formatClock, words } from '../../lib/format';
import { AuditTable } from '../../ui/audit-table';
import { Chip } from '../../ui/chip';
import { CopyButton } from '../../ui/copy-as';
import { Facts, Json, Page, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { AnalysisPanel } from './analysis-panel';
import { CallPanel } from './call-panel';
import { DeliveriesPanel } from './deliveries-panel';
import { JobActions } from './job-actions';
import type { JobPath } from './job-requests';
import { SchedulePanel } from './schedule-panel';
import { Timeline } from './timeline';

const route = getRouteApi('/campaigns/$campaignID/jobs/$jobID');
const ended: readonly string[] = ['completed', 'failed', 'canceled', 'deleted'];

/** Everything about one job: why it waits, what was said, what was sent. */
export function JobPage() {
  const path = route.useParams();
  const params = { path, query: { events: '1' } };
  const cached = api.useQuery('get', '/campaigns/{campaignID}/jobs/{jobID}', { params }, { enabled: false });
  const state = cached.data?.Data.State;
  const isLive = state !== undefined && !ended.includes(state);
  const polling = usePolling(isLive, state === 'calling');
  const job = api.useQuery('get', '/campaigns/{campaignID}/jobs/{jobID}', { params }, polling);
  return (
    <Loaded query={job} page="Job">
      {(data) => <JobView path={path} job={data} />}
    </Loaded>
  );
}

function JobView({ path, job }: { path: JobPath; job: Job }) {
  const { State, ContactName, PhoneNumber, Calls = [], TestJob } = job.Data;
  const zone = useContactZone(job);
  return (
    <Page
      title={ContactName ?? (PhoneNumber === '' ? 'Erased job' : PhoneNumber)}
      beside={
        <>
          <Chip state={State} /> {TestJob === true && <span>test job</span>}
        </>
      }
      actions={<JobActions path={path} job={job} />}
    >
      <JobFacts path={path} job={job} zone={zone} />
      <div className="grid gap-4 xl:grid-cols-2">
        <SchedulePanel path={path} state={State} zone={zone} />
        <Panel title="Timeline">
          <Timeline events={job.Events ?? []} zone={zone} />
        </Panel>
      </div>
      {Calls.toReversed().map((call) => (
        <CallPanel key={call.ID} path={path} call={call} analysis={job.Data.CallAnalyses?.[call.ID]} zone={zone} />
      ))}
      <AnalysisPanel path={path} job={job} />
      <DeliveriesPanel path={path} />
      <AuditPanel path={path} />
      <Panel title="Facts as JSON" actions={<CopyButton text={JSON.stringify(job, null, 2)} />}>
        <details>
          <summary>Show the answer of the API</summary>
          <Json label="Job" value={job} />
        </details>
      </Panel>
    </Page>
  );
}

/** The zone of the job's constraints, else the first of its number's zones. */
function useContactZone({ Data }: Job): string | undefined {
  const phoneNumber = Data.PhoneNumber;
  const isReadable = /^\+\d+$/.test(phoneNumber);
  const number = api.useQuery(
    'get',
    '/numbers/{phoneNumber}',
    { params: { path: { phoneNumber } } },
    { enabled: isReadable, retry: false, staleTime: Infinity },
  );
  return Data.Constraints?.TimeZone ?? number.data?.TimeZones[0];
}

/** Where Temporal's UI shows the workflow of a job. */
const workflowUrl = (workflowsUrl: string, jobID: string): string =>
  `${workflowsUrl}/${encodeURIComponent(`job/${jobID}`)}`;

function JobFacts({ path, job, zone }: { path: JobPath; job: Job; zone: string | undefined }) {
  const { Data, Metrics } = job;
  const isReadable = /^\+\d+$/.test(Data.PhoneNumber);
  const { WorkflowsURL } = useMe();
  return (
    <Facts
      facts={[
        ['Job', <code key="id">{path.jobID}</code>],
        ...(WorkflowsURL === undefined
          ? []
          : ([
              [
                'Workflow',
                <a key="workflow" href={workflowUrl(WorkflowsURL, path.jobID)} target="_blank" rel="noreferrer">
                  job/{path.jobID} in Temporal
                </a>,
              ],
            ] as const)),
        [
          'Campaign',
          <Link key="campaign" to="/campaigns/$campaignID" params={{ campaignID: path.campaignID }}>
            {path.campaignID}
          </Link>,
        ],
        [
          'Number',
          isReadable ? (
            <Link key="number" to="/numbers/$phoneNumber" params={{ phoneNumber: Data.PhoneNumber }}>
              {Data.PhoneNumber}
            </Link>
          ) : (
            Data.PhoneNumber
          ),
        ],
        ["Contact's zone", zone ?? 'unknown'],
        ['Attempts', `${Metrics.TotalCallAttempts}, ${formatClock(Metrics.TotalCallSeconds)} in calls`],
        ['Variants', (job.CampaignVariants ?? []).length === 0 ? '–' : job.CampaignVariants?.join(', ')],
        ...(Data.FailureReason === undefined
          ? []
          : [['Failed because', `${words(Data.FailureReason)}: ${Data.FailureMessage ?? ''}`] as const]),
      ]}
    />
  );
}

function AuditPanel({ path: { jobID } }: { path: JobPath }) {
  const refusal = useRefusal('audit:read');
  const params = { query: { job: jobID, limit: 100 } };
  const log = api.useQuery('get', '/audit-log', { params }, { enabled: refusal === undefined, ...usePolling() });
  return (
    <Panel title="Audit">
      {refusal === undefined ? (
        <Loaded query={log}>{({ AuditLogEntries }) => <AuditTable entries={AuditLogEntries} />}</Loaded>
      ) : (
        <Empty>{refusal}</Empty>
      )}
    </Panel>
  );
}
