import type { Campaign } from '@outdial/client';
import { words } from '../../lib/format';
import { toWindows } from '../../lib/week';
import { Instant } from '../../ui/instant';
import { Facts, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table } from '../../ui/table';
import { EditRules } from './edit-rules';
import { useCampaign } from './use-campaign';
import { WeekGrid } from './week-grid';

/** When the campaign's jobs may be called. */
export function RulesPage() {
  const { campaign } = useCampaign();
  return <Loaded query={campaign}>{(data) => <Rules campaign={data} />}</Loaded>;
}

function Rules({ campaign }: { campaign: Campaign }) {
  const { Data } = campaign;
  const constraints = Data.Defaults?.Constraints ?? {};
  const interval = constraints.MaxAttemptsInInterval;
  const perNumber = Data.MaxAttemptsPerNumber;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel title="Week" actions={<EditRules key={campaign.Version} campaign={campaign} />}>
        <p className="text-muted mb-2">
          {constraints.TimeZone ??
            (Data.InferTimeZone === true ? "In the contact's zones, by number" : 'In UTC, if no job sets a zone')}
        </p>
        <WeekGrid windows={toWindows(constraints.TimeRules ?? [])} />
      </Panel>
      <Panel title="Limits">
        <Facts
          facts={[
            ['Attempts of a job', constraints.MaxTotalCalls ?? 3],
            ['Attempts in an interval', interval === undefined ? '–' : `${interval.Count} in ${interval.Duration}`],
            ['Attempts to a number', perNumber === undefined ? '–' : `${perNumber.Count} in ${perNumber.Duration}`],
            ['Between two calls', constraints.MinDurationBetweenCalls ?? '–'],
            ['Before the first call', constraints.MinCreationDelay ?? '–'],
            ['Spread (jitter)', Data.JitterSeconds === undefined ? 'default' : `${Data.JitterSeconds} s`],
            ['Country of numbers without a country code', Data.DefaultCountry ?? '–'],
            ['No call before', <Instant key="start" at={Data.StartAt} />],
            ['No call from', <Instant key="end" at={Data.EndAt} />],
          ]}
        />
      </Panel>
      <BlackoutDates dates={Data.BlackoutDates ?? []} />
      <RetryRules rules={Data.RetryRules} />
    </div>
  );
}

type Settings = Campaign['Data'];

const BlackoutDates = ({ dates }: { dates: NonNullable<Settings['BlackoutDates']> }) => (
  <Panel title="Days without calls">
    {dates.length === 0 ? (
      <Empty>None.</Empty>
    ) : (
      <Table
        caption="Days without calls"
        rows={dates}
        rowKey={({ From, Name }) => `${From}${Name}`}
        columns={[
          { head: 'From', cell: ({ From }) => From },
          { head: 'To', cell: ({ From, To }) => To ?? From },
          { head: 'Name', cell: ({ Name }) => Name },
        ]}
      />
    )}
  </Panel>
);

type RetryRule = NonNullable<Settings['RetryRules']>[string];

function detailOf(rule: RetryRule): string {
  if (rule.Then === 'retry') return rule.Delays?.join(', ') ?? '';
  return rule.Then === 'fail' ? words(rule.Reason) : '';
}

const RetryRules = ({ rules }: { rules: Settings['RetryRules'] }) => (
  <Panel title="Retry rules">
    {rules === undefined ? (
      <Empty>The defaults of the service.</Empty>
    ) : (
      <Table
        caption="Retry rules"
        rows={Object.entries(rules)}
        rowKey={([outcome]) => outcome}
        columns={[
          { head: 'After', cell: ([outcome]) => words(outcome) },
          { head: 'Then', cell: ([, rule]) => rule.Then },
          { head: 'With', cell: ([, rule]) => detailOf(rule) },
        ]}
      />
    )}
  </Panel>
);
