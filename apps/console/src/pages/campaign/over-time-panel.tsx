import { useMemo } from 'react';
import type { CampaignStats } from '@outdial/client';
import { formatNumber, formatPercent, formatInstant, words } from '../../lib/format';
import { outcomeRows, type OutcomeRow } from '../../lib/overview';
import { Chart } from '../../ui/chart';
import { Instant } from '../../ui/instant';
import { Facts, Panel } from '../../ui/layout';
import { Empty } from '../../ui/loaded';
import type { Plot } from '../../ui/plot';
import { Table, type Column } from '../../ui/table';

type Series = NonNullable<CampaignStats['Series']>;
type Bucket = NonNullable<Series['Buckets']>[number];
type Rate = Series['Calls']['AnswerRate'];

/** A rate with its interval. */
const rateText = (rate: Rate): string =>
  rate === null ? '–' : `${formatPercent(rate.Rate)} [${formatPercent(rate.Low)} – ${formatPercent(rate.High)}]`;

/** What happened in the interval: calls, answers and outcomes over time. */
export function OverTimePanel({ stats: { Series: series }, zone }: { stats: CampaignStats; zone: string }) {
  if (series === undefined) return null;
  const { Calls, Jobs } = series;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel title="Calls over time">
        <CallsChart buckets={series.Buckets} zone={zone} />
        <Facts
          facts={[
            ['From', <Instant key="from" at={series.From} />],
            ['To', <Instant key="to" at={series.To} />],
            ['Jobs in', formatNumber(Jobs.In)],
            ['Calls', formatNumber(Calls.Attempted)],
            ['Answered', formatNumber(Calls.Answered)],
            ['Talked', formatNumber(Calls.Talked)],
            ['Objective', formatNumber(Calls.Objective)],
          ]}
        />
      </Panel>
      <Panel title="Answer rate">
        <RateChart buckets={series.Buckets} zone={zone} />
        <p className="text-base font-semibold">{rateText(Calls.AnswerRate)}</p>
        <p className="text-muted">
          In brackets: of 100 such intervals, {formatNumber(series.ConfidenceLevel * 100)} hold the rate that calls like
          these have.
        </p>
      </Panel>
      <Outcomes rows={outcomeRows(series.Groups ?? [])} />
    </div>
  );
}

interface BucketsProps {
  buckets: readonly Bucket[] | undefined;
  zone: string;
}

function CallsChart({ buckets = [], zone }: BucketsProps) {
  const plot = useMemo<Plot>(() => {
    const values = (of: (calls: Bucket['Calls']) => number) => buckets.map(({ Calls }) => of(Calls));
    return {
      atMs: buckets.map(({ From }) => Date.parse(From)),
      zone,
      series: [
        { label: 'Calls', color: '--color-line', kind: 'bars', values: values(({ Attempted }) => Attempted) },
        { label: 'Answered', color: '--color-accent', kind: 'line', values: values(({ Answered }) => Answered) },
        { label: 'Talked', color: '--color-warn', kind: 'line', values: values(({ Talked }) => Talked) },
        { label: 'Objective', color: '--color-good', kind: 'line', values: values(({ Objective }) => Objective) },
      ],
    };
  }, [buckets, zone]);
  const columns: Column<Bucket>[] = [
    { head: 'From', cell: ({ From }) => formatInstant(Date.parse(From), zone) },
    { head: 'Jobs in', numeric: true, cell: ({ JobsIn }) => formatNumber(JobsIn) },
    { head: 'Calls', numeric: true, cell: ({ Calls }) => formatNumber(Calls.Attempted) },
    { head: 'Answered', numeric: true, cell: ({ Calls }) => formatNumber(Calls.Answered) },
    { head: 'Talked', numeric: true, cell: ({ Calls }) => formatNumber(Calls.Talked) },
    { head: 'Objective', numeric: true, cell: ({ Calls }) => formatNumber(Calls.Objective) },
  ];
  if (buckets.every(({ Calls }) => Calls.Attempted === 0)) return <Empty>No call was dialed in the interval.</Empty>;
  return <Chart title="Calls over time" plot={plot} rows={buckets} columns={columns} rowKey={({ From }) => From} />;
}

function RateChart({ buckets = [], zone }: BucketsProps) {
  const plot = useMemo<Plot>(() => {
    const values = (of: (rate: NonNullable<Rate>) => number) =>
      buckets.map(({ Calls: { AnswerRate } }) => (AnswerRate === null ? null : of(AnswerRate)));
    return {
      atMs: buckets.map(({ From }) => Date.parse(From)),
      zone,
      maxValue: 1,
      formatValue: formatPercent,
      band: [0, 1],
      series: [
        { label: 'Upper end', color: '--color-line', kind: 'line', values: values(({ High }) => High) },
        { label: 'Lower end', color: '--color-line', kind: 'line', values: values(({ Low }) => Low) },
        { label: 'Answer rate', color: '--color-accent', kind: 'line', values: values(({ Rate: rate }) => rate) },
      ],
    };
  }, [buckets, zone]);
  const columns: Column<Bucket>[] = [
    { head: 'From', cell: ({ From }) => formatInstant(Date.parse(From), zone) },
    { head: 'Answer rate', cell: ({ Calls }) => rateText(Calls.AnswerRate) },
  ];
  if (buckets.every(({ Calls }) => Calls.AnswerRate === null))
    return <Empty>No call was dialed in the interval.</Empty>;
  return (
    <Chart title="Answer rate over time" plot={plot} rows={buckets} columns={columns} rowKey={({ From }) => From} />
  );
}

const outcomeColumns: Column<OutcomeRow>[] = [
  { head: 'Outcome', cell: ({ outcome }) => words(outcome) },
  { head: 'Calls', numeric: true, cell: ({ calls }) => formatNumber(calls) },
  { head: 'Of all', numeric: true, cell: ({ part }) => formatPercent(part) },
];

const Outcomes = ({ rows }: { rows: readonly OutcomeRow[] }) => (
  <Panel title="How the calls ended">
    {rows.length === 0 ? (
      <Empty>No call was dialed in the interval.</Empty>
    ) : (
      <Table caption="Outcomes" columns={outcomeColumns} rows={rows} rowKey={({ outcome }) => outcome} />
    )}
  </Panel>
);
