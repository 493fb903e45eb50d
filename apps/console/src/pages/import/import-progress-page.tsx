import { getRouteApi, Link } from '@tanstack/react-router';
import type { Import } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatNumber, formatPercent, words } from '../../lib/format';
import { Action } from '../../ui/action';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Facts, Page, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { InvalidRows } from './invalid-rows';
import { cancelImport } from './import-requests';

const route = getRouteApi('/imports/$importID');

/** One import: how far it is, what was wrong, and the way back. */
export function ImportProgressPage() {
  const { importID } = route.useParams();
  const job = api.useQuery('get', '/imports/{importID}', { params: { path: { importID } } }, usePolling(true));
  return (
    <Loaded query={job} page="Import">
      {(data) => <Progress data={data} />}
    </Loaded>
  );
}

const statesOf = (counts: Import['JobsByState']) =>
  Object.entries(counts).map(([state, count]) => [`Jobs ${words(state)}`, formatNumber(count)] as const);

function Progress({ data }: { data: Import }) {
  const { ID, CampaignID, State, Progress: progress, JobsByState } = data;
  return (
    <Page
      title="Import"
      beside={<Chip state={State} />}
      actions={
        <>
          <Link
            to="/campaigns/$campaignID/jobs"
            params={{ campaignID: CampaignID }}
            search={{ import_id: ID }}
            className="border-line bg-panel rounded border px-3 py-1"
          >
            Its jobs
          </Link>
          <Action
            label="Stop"
            scope="jobs:write"
            unless={State === 'running' ? undefined : `The import is ${words(State)}.`}
            request={() => cancelImport(data, false)}
          >
            <p>No further job is created. Those that exist stay.</p>
          </Action>
          <Action
            label="Undo…"
            tone="danger"
            scope="jobs:write"
            typed="undo"
            unless={data.JobsCancelRequestedAt === undefined ? undefined : 'Its jobs are canceled already.'}
            request={() => cancelImport(data, true)}
          >
            <p>The import ends, and every job of it that has not ended is canceled.</p>
          </Action>
        </>
      }
    >
      <label className="block">
        {formatPercent(progress)} of {formatNumber(data.Rows)} rows
        <progress max={1} value={progress} className="block" />
      </label>
      <Facts
        facts={[
          ['Jobs created', formatNumber(data.JobsCreated)],
          ['Invalid rows', formatNumber(data.RowsInvalid)],
          ['Numbers read as E.164', formatNumber(data.RowsNormalized)],
          ['Skipped as duplicates', formatNumber(data.RowsSkipped)],
          ['Suppressed', formatNumber(data.RowsSuppressed)],
          ['Uploaded', <Instant key="at" at={data.CreatedAt} />],
          ['Ends about', <Instant key="end" at={data.EstimatedEndAt} />],
          ['Ended', <Instant key="ended" at={data.FinishedAt} />],
          ...statesOf(JobsByState),
          ...(data.FailureMessage === undefined ? [] : [['Failed because', data.FailureMessage] as const]),
        ]}
      />
      <Errors importID={ID} />
    </Page>
  );
}

function Errors({ importID }: { importID: string }) {
  const errors = api.useQuery('get', '/imports/{importID}/errors', { params: { path: { importID } } }, usePolling());
  return (
    <Panel title="Invalid rows">
      <Loaded query={errors}>
        {(page) => {
          const rows = (page as { Errors: { Row: number; Column: string; Value: string; Detail: string }[] }).Errors;
          return rows.length === 0 ? <Empty>None.</Empty> : <InvalidRows rows={rows} />;
        }}
      </Loaded>
    </Panel>
  );
}
