import { getRouteApi, Link } from '@tanstack/react-router';
import type { JobListItem, JobsPage as JobsPageData } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatNumber, words } from '../../lib/format';
import { isByTime, type JobsSearch } from '../../lib/jobs-search';
import { useStableRows } from '../../lib/use-stable-rows';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Empty, Loaded } from '../../ui/loaded';
import { NewRows } from '../../ui/new-rows';
import { Table, type Column } from '../../ui/table';
import { BulkActionsPanel } from './bulk-actions-panel';
import { BulkBar } from './bulk-bar';
import { ExportButton } from './export-button';
import { JobFilters } from './job-filters';
import { useCampaign } from './use-campaign';

const route = getRouteApi('/campaigns/$campaignID/jobs');
const pageSize = 100;

/** The list that the address describes. A search by number or id takes no other filter. */
function useJobs(campaignID: string, { search, ...filters }: JobsSearch, isLive: boolean) {
  const polling = usePolling(isLive);
  const path = { campaignID };
  const { state, ...others } = filters;
  const query = {
    ...others,
    ...(state === undefined ? {} : { state: [state] }),
    ...(filters.test === undefined ? {} : { test: filters.test === 'true' }),
    ...(isByTime(filters) ? { by_time: true } : {}),
    limit: pageSize,
  };
  const listed = api.useQuery(
    'get',
    '/campaigns/{campaignID}/jobs',
    { params: { path, query: query as never } },
    { ...polling, enabled: search === undefined },
  );
  const found = api.useQuery(
    'get',
    '/campaigns/{campaignID}/jobs/search',
    { params: { path, query: { search: search ?? '' } } },
    { ...polling, enabled: search !== undefined },
  );
  return search === undefined ? listed : found;
}

/** Jobs by filters that the address holds, with what can be done to all that match. */
export function JobsPage() {
  const { campaignID } = route.useParams();
  const search = route.useSearch();
  const jobs = useJobs(campaignID, search, true);
  return (
    <div className="space-y-3">
      <JobFilters campaignID={campaignID} search={search} />
      <div className="flex flex-wrap items-center gap-2">
        <BulkBar campaignID={campaignID} search={search} />
        <ExportButton campaignID={campaignID} search={search} />
      </div>
      <BulkActionsPanel campaignID={campaignID} />
      <Loaded query={jobs}>
        {(page) => <JobsTable campaignID={campaignID} jobs={(page as JobsPageData).Jobs} search={search} />}
      </Loaded>
    </div>
  );
}

interface JobsTableProps {
  campaignID: string;
  jobs: readonly JobListItem[];
  search: JobsSearch;
}

function JobsTable({ campaignID, jobs, search }: JobsTableProps) {
  const { shown, changed, showLatest } = useStableRows(jobs, ({ ID }) => ID, JSON.stringify([campaignID, search]));
  // What a job sets for itself is on its own page.
  const zone = useCampaign().campaign.data?.Data.Defaults?.Constraints?.TimeZone;
  const last = jobs.at(-1);
  if (shown.length === 0)
    return (
      <Empty>{Object.keys(search).length > 0 ? 'No job matches the filters.' : 'No jobs yet: add contacts.'}</Empty>
    );
  const { after: _after, before_ms: _before, ...firstPage } = search;
  const beforeMs = isByTime(search) && last !== undefined ? { before_ms: last.UpdatedAt } : {};
  return (
    <>
      <NewRows changed={changed} onShow={showLatest} />
      <Table caption="Jobs" columns={columnsOf(campaignID, zone)} rows={shown} rowKey={({ ID }) => ID} />
      <nav aria-label="Pages of jobs" className="flex gap-4">
        <span className="text-muted">{formatNumber(shown.length)} on this page</span>
        {search.after !== undefined && (
          <Link to="/campaigns/$campaignID/jobs" params={{ campaignID }} search={firstPage}>
            First page
          </Link>
        )}
        {jobs.length === pageSize && last !== undefined && (
          <Link
            to="/campaigns/$campaignID/jobs"
            params={{ campaignID }}
            search={{ ...search, after: last.ID, ...beforeMs }}
          >
            Next page
          </Link>
        )}
      </nav>
    </>
  );
}

const columnsOf = (campaignID: string, zone: string | undefined): Column<JobListItem>[] => [
  {
    head: 'Job',
    cell: ({ ID, ContactName }) => (
      <Link to="/campaigns/$campaignID/jobs/$jobID" params={{ campaignID, jobID: ID }} title={ID}>
        {ContactName === '' ? `…${ID.slice(-8)}` : ContactName}
      </Link>
    ),
  },
  { head: 'Number', cell: ({ PhoneNumber }) => PhoneNumber },
  {
    head: 'State',
    cell: ({ State, TestJob }) => (
      <>
        <Chip state={State} /> {TestJob === true && <span className="text-muted">test</span>}
      </>
    ),
  },
  { head: 'Attempts', numeric: true, cell: ({ Attempts }) => formatNumber(Attempts) },
  { head: 'Last outcome', cell: ({ LastOutcome }) => (LastOutcome === undefined ? '–' : words(LastOutcome)) },
  { head: 'Next call', cell: ({ NextCallMS }) => <Instant at={NextCallMS} zone={zone} /> },
  {
    head: 'Because',
    cell: ({ FailureReason, HeldBy }) => (FailureReason === undefined ? (HeldBy ?? '–') : words(FailureReason)),
  },
  { head: 'Changed', cell: ({ UpdatedAt }) => <Instant at={UpdatedAt} zone={zone} /> },
];
