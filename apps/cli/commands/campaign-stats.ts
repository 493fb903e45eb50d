import type { CampaignStats } from '@outdial/client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { omitUndefined, parseCount, parseInstant, withExamples } from '../arguments';
import { formatInstant, formatTable, type Column } from '../output';
import type { Action } from '../session';
import { jobStates } from './job-filters';

type Series = NonNullable<CampaignStats['Series']>;
type Calls = Series['Calls'];

const buckets = ['hour', 'day', 'week'] as const;
const groupings = ['outcome', 'variant', 'caller_id', 'attempt', 'hour_of_week'] as const;

const variantColumns: readonly Column<CampaignStats['Variants'][number]>[] = [
  ['VARIANT', ({ ID }) => ID ?? '(none)'],
  ['JOBS', ({ Jobs }) => Jobs],
  ['CALLS', ({ Attempts }) => Attempts],
  ['ANSWERED', ({ Answered }) => Answered],
  ['COMPLETED', ({ JobsByState }) => JobsByState.completed],
  ['FAILED', ({ JobsByState }) => JobsByState.failed],
];

function formatStates({ Jobs, JobsByState, TestJobs, TestJobsByState, Variants }: CampaignStats): string {
  const rows = jobStates.map((state) => [state, JobsByState[state], TestJobsByState[state]] as const);
  const variants = Variants.length === 0 ? '' : `\n${formatTable(Variants, variantColumns)}`;
  const states = formatTable(
    [...rows, ['all', Jobs, TestJobs] as const],
    [
      ['STATE', ([state]) => state],
      ['JOBS', ([, jobs]) => jobs],
      ['TEST JOBS', ([, , testJobs]) => testJobs],
    ],
  );
  return states + variants;
}

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
const formatRate = ({ AnswerRate: rate }: Calls): string =>
  rate === null ? '-' : `${percent(rate.Rate)} (${percent(rate.Low)} to ${percent(rate.High)})`;

const callColumns: readonly Column<Calls>[] = [
  ['CALLS', ({ Attempted }) => Attempted],
  ['ANSWERED', ({ Answered }) => Answered],
  ['TALKED', ({ Talked }) => Talked],
  ['OBJECTIVE', ({ Objective }) => Objective],
  ['ANSWER RATE (95 %)', formatRate],
];
const columnsOf = <Row>(name: Column<Row>, toCalls: (row: Row) => Calls): Column<Row>[] => [
  name,
  ...callColumns.map(([title, value]): Column<Row> => [title, (row) => value(toCalls(row))]),
];

function formatSeries({ Calls: calls, Groups, Buckets, From, To }: Series): string[] {
  const interval = `${formatInstant(From)} to ${formatInstant(To)}`;
  const total = formatTable(
    [calls],
    columnsOf(['INTERVAL', () => interval], (row) => row),
  );
  const times =
    Buckets &&
    formatTable(
      Buckets,
      columnsOf(['FROM', (row) => formatInstant(row.From)], (row) => row.Calls),
    );
  const groups =
    Groups &&
    formatTable(
      Groups,
      columnsOf(['VALUE', ({ Value }) => Value ?? '(none)'], (row) => row),
    );
  return [total, ...(times === undefined ? [] : [times]), ...(groups === undefined ? [] : [groups])];
}

function formatWaiting({ NotPlanned, Due, HeldBy, Unknown }: NonNullable<CampaignStats['Waiting']>): string {
  const others = { due: Due, 'not planned': NotPlanned, unknown: Unknown };
  const rows = [...Object.entries(HeldBy), ...Object.entries(others)].filter(([, jobs]) => jobs > 0);
  return formatTable(rows, [
    ['WAITING FOR', ([gate]) => gate],
    ['JOBS', ([, jobs]) => jobs],
  ]);
}

function formatStats(stats: CampaignStats): string {
  const { Series: series, Waiting: waiting } = stats;
  if (series === undefined || waiting === undefined) return formatStates(stats);
  return [formatStates(stats), formatWaiting(waiting), ...formatSeries(series)].join('\n');
}

/** Parses one of some words, so that a typing error is reported before anything is sent. */
const choice = (flags: string, description: string, words: readonly string[]): Option =>
  new Option(flags, description).choices(words);

const parseZone = (text: string): string => {
  if (/^[A-Za-z][\w+/-]*$/.test(text)) return text;
  throw new InvalidArgumentError('Expected an IANA time zone such as Europe/Helsinki.');
};

interface Flags {
  campaignVersion?: number;
  from?: Date;
  to?: Date;
  bucket?: (typeof buckets)[number];
  by?: (typeof groupings)[number];
  timeZone?: string;
}

/** `outdial campaigns stats` */
export function addCampaignStats(campaigns: Command, action: Action): void {
  const stats = campaigns
    .command('stats [id]')
    .description(
      'Count the jobs of a campaign by state, test jobs separately, and show the outcomes by variant. With an interval, a bucket or a grouping, also show what the waiting jobs wait for, and the calls over time.',
    )
    .option('--campaign-version <number>', 'outcomes of jobs whose first call was made by this version', parseCount)
    .option('--from <instant>', 'start of the interval, such as 2027-01-04T00:00:00Z', parseInstant)
    .option('--to <instant>', 'its end, which it excludes; now if not given', parseInstant)
    .addOption(choice('--bucket <bucket>', 'divides the interval', buckets))
    .addOption(choice('--by <grouping>', 'groups the calls', groupings))
    .option('--time-zone <zone>', 'where days, weeks and hours begin; UTC if not given', parseZone)
    .action(
      action(async (session, id: string | undefined, { campaignVersion, ...flags }: Flags) => {
        const options = omitUndefined({ version: campaignVersion, ...flags, signal: session.signal });
        const statistics = await session.client.campaigns.stats(id ?? session.campaign(), options);
        session.show(statistics, formatStats(statistics));
      }),
    );
  withExamples(
    stats,
    'campaigns stats campaign_demo',
    'campaigns stats --bucket day --by outcome --time-zone Europe/Helsinki',
    'campaigns stats --json | jq .JobsByState.failed',
  );
}
