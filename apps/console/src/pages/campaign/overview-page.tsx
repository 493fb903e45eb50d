import { Link } from '@tanstack/react-router';
import type { CampaignStats } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatNumber, formatPercent, words } from '../../lib/format';
import { jobStates, type JobState } from '../../lib/jobs-search';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Facts, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { ResetBreakerButton } from './campaign-actions';
import { useCampaign } from './use-campaign';

/** Where every job of the campaign is, what ended badly, and what holds the rest. */
export function OverviewPage() {
  const { campaignID, campaign } = useCampaign();
  const path = { campaignID };
  const stats = api.useQuery('get', '/campaigns/{campaignID}/stats', { params: { path } }, usePolling());
  return (
    <Loaded query={stats}>
      {(data) => (
        <div className="grid gap-4 lg:grid-cols-2">
          <JobsPanel campaignID={campaignID} stats={data} />
          <OutcomesPanel stats={data} />
          <BreakerPanel campaignID={campaignID} stats={data} />
          <Panel title="Settings">
            <Facts
              facts={[
                ['ID', <code key="id">{campaignID}</code>],
                ['Default caller ID', campaign.data?.Data.DefaultCallerID ?? '–'],
                ['Starts', <Instant key="start" at={campaign.data?.Data.StartAt} />],
                ['Ends', <Instant key="end" at={campaign.data?.Data.EndAt} />],
                ['Calls at once', campaign.data?.Data.Pacing?.MaxConcurrentCalls ?? 'as the organization allows'],
                ['Calls a minute', campaign.data?.Data.Pacing?.MaxCallsPerMinute ?? 'as the organization allows'],
                ['Priority', campaign.data?.Data.Priority ?? 'normal'],
              ]}
            />
          </Panel>
        </div>
      )}
    </Loaded>
  );
}

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
      </p>
    </Panel>
  );
}

/** What became of the jobs that were called, and why the failed ones failed. */
function OutcomesPanel({ stats: { Variants, VariantsCountedAt } }: { stats: CampaignStats }) {
  const sum = (of: (variant: CampaignStats['Variants'][number]) => number): number =>
    Variants.reduce((total, variant) => total + of(variant), 0);
  const [attempts, answered] = [sum(({ Attempts }) => Attempts), sum(({ Answered }) => Answered)];
  const reasons = new Map<string, number>();
  for (const { FailuresByReason } of Variants)
    for (const [reason, count] of Object.entries(FailuresByReason))
      reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  if (Variants.length === 0)
    return (
      <Panel title="Outcomes">
        <Empty>Attempts and answers are counted by variant, and this campaign has no variants.</Empty>
      </Panel>
    );
  return (
    <Panel title="Outcomes">
      <Facts
        facts={[
          ['Call attempts', formatNumber(attempts)],
          ['Answered', `${formatNumber(answered)}${attempts === 0 ? '' : ` (${formatPercent(answered / attempts)})`}`],
          ['Completed', formatNumber(sum(({ JobsByState }) => JobsByState.completed))],
        ]}
      />
      <p className="text-muted mt-1">
        Counted <Instant at={VariantsCountedAt} />, over the jobs that were called. A job with several variants counts
        in each.
      </p>
      <h3 className="mt-3">What ended badly</h3>
      {reasons.size === 0 ? (
        <Empty>No job has failed.</Empty>
      ) : (
        <Facts
          facts={[...reasons].sort((a, b) => b[1] - a[1]).map(([reason, n]) => [words(reason), formatNumber(n)])}
        />
      )}
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
