import { getRouteApi, Link } from '@tanstack/react-router';
import type { Campaign, CampaignStats } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatNumber, words } from '../../lib/format';
import { jobStates, type JobState } from '../../lib/jobs-search';
import { useZone } from '../../lib/preferences';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Facts, Panel } from '../../ui/layout';
import { Loaded } from '../../ui/loaded';
import { ResetBreakerButton } from './campaign-actions';
import { FunnelPanel } from './funnel-panel';
import { OverTimePanel } from './over-time-panel';
import { PeriodForm } from './period-form';
import { useCampaign } from './use-campaign';
import { PlannedPanel, WaitingPanel } from './waiting-panel';

const route = getRouteApi('/campaigns/$campaignID/');

/** Where every job of the campaign is, what holds the rest, and what happened over time. */
export function OverviewPage() {
  const { campaignID, campaign } = useCampaign();
  const contactZone = campaign.data?.Data.Defaults?.Constraints?.TimeZone;
  const zone = useZone(contactZone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const search = route.useSearch();
  const query = { bucket: 'day' as const, by: 'outcome' as const, time_zone: zone, ...search };
  const stats = api.useQuery(
    'get',
    '/campaigns/{campaignID}/stats',
    { params: { path: { campaignID }, query } },
    { ...usePolling(), placeholderData: (previous: CampaignStats | undefined) => previous },
  );
  return (
    <>
      <Loaded query={stats}>
        {(data) => (
          <div className="grid gap-4 lg:grid-cols-2">
            <JobsPanel campaignID={campaignID} stats={data} />
            <FunnelPanel campaignID={campaignID} stats={data} />
            <WaitingPanel campaignID={campaignID} stats={data} />
            <PlannedPanel stats={data} contactZone={contactZone} />
          </div>
        )}
      </Loaded>
      <PeriodForm campaignID={campaignID} search={search} zone={zone} />
      {stats.data !== undefined && <OverTimePanel stats={stats.data} zone={zone} />}
      <div className="grid gap-4 lg:grid-cols-2">
        {stats.data !== undefined && <BreakerPanel campaignID={campaignID} stats={stats.data} />}
        {campaign.data !== undefined && <SettingsPanel campaign={campaign.data} />}
      </div>
    </>
  );
}

const SettingsPanel = ({ campaign: { ID, Data } }: { campaign: Campaign }) => (
  <Panel title="Settings">
    <Facts
      facts={[
        ['ID', <code key="id">{ID}</code>],
        ['Default caller ID', Data.DefaultCallerID ?? '–'],
        ['Starts', <Instant key="start" at={Data.StartAt} />],
        ['Ends', <Instant key="end" at={Data.EndAt} />],
        ['Calls at once', Data.Pacing?.MaxConcurrentCalls ?? 'as the organization allows'],
        ['Calls a minute', Data.Pacing?.MaxCallsPerMinute ?? 'as the organization allows'],
        ['Priority', Data.Priority ?? 'normal'],
      ]}
    />
  </Panel>
);

const groups: readonly { name: string; states: readonly JobState[] }[] = [
  { name: 'completed', states: ['completed'] },
  { name: 'waiting', states: ['created', 'scheduled'] },
  { name: 'in a call', states: ['calling'] },
  { name: 'ended otherwise', states: ['failed', 'canceled', 'deleting', 'deleted'] },
];

/** The equation of the overview: all jobs are the sum of where they are. */
function JobsPanel({ campaignID, stats }: { campaignID: string; stats: CampaignStats }) {
  const { Jobs, JobsByState, TestJobs } = stats;
  const sums = groups.map(({ name, states }) => ({
    name,
    count: states.reduce((sum, state) => sum + JobsByState[state], 0),
  }));
  return (
    <Panel title="Jobs">
      <p className="mb-3 text-base" data-testid="equation">
        {formatNumber(Jobs)} jobs = {sums.map(({ name, count }) => `${formatNumber(count)} ${name}`).join(' + ')}
      </p>
      <table className="w-full">
        <caption className="sr-only">Jobs by state</caption>
        <tbody>
          {jobStates.map((state) => (
            <tr key={state}>
              <th scope="row">
                <Link to="/campaigns/$campaignID/jobs" params={{ campaignID }} search={{ state }}>
                  {words(state)}
                </Link>
              </th>
              <td className="text-right tabular-nums">{formatNumber(JobsByState[state])}</td>
              <td className="w-1/2">
                <meter aria-label={`${words(state)} of all jobs`} max={Math.max(1, Jobs)} value={JobsByState[state]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-muted mt-2">
        Counted <Instant at={stats.CountedAt} />. {formatNumber(TestJobs)} test jobs are counted apart.
        {stats.Complete === false && ' Jobs of an earlier version are still being counted.'}
      </p>
    </Panel>
  );
}

function BreakerPanel({ campaignID, stats: { CircuitBreaker } }: { campaignID: string; stats: CampaignStats }) {
  if (CircuitBreaker === undefined) return null;
  const { State, OpenedAt, HalfOpenAt, Calls, Failures, LastError } = CircuitBreaker;
  return (
    <Panel title="Circuit breaker" actions={State !== 'closed' && <ResetBreakerButton campaignID={campaignID} />}>
      <Facts
        facts={[
          ['State', <Chip key="state" state={State} />],
          ['Failed lately', Calls === undefined ? '–' : `${Failures ?? 0} of ${Calls} calls`],
          ['Last error', LastError === undefined ? '–' : words(LastError)],
          ['Opened', <Instant key="opened" at={OpenedAt} />],
          ['Tries again', <Instant key="half" at={HalfOpenAt} />],
        ]}
      />
    </Panel>
  );
}
