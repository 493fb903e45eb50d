import type { Campaign } from '@outdial/client';
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
            ['No call before', <Instant key="start" at={Data.StartAt} />],
            ['No call from', <Instant key="end" at={Data.EndAt} />],
          ]}
        />
      </Panel>
      <Panel title="Days without calls">
        {(Data.BlackoutDates ?? []).length === 0 ? (
          <Empty>None.</Empty>
        ) : (
          <Table
            caption="Days without calls"
            rows={Data.BlackoutDates ?? []}
            rowKey={({ From, Name }) => `${From}${Name}`}
            columns={[
              { head: 'From', cell: ({ From }) => From },
              { head: 'To', cell: ({ From, To }) => To ?? From },
              { head: 'Name', cell: ({ Name }) => Name },
            ]}
          />
        )}
      </Panel>
      <Panel title="Retry rules">
        {Data.RetryRules === undefined ? (
          <Empty>The defaults of the service.</Empty>
        ) : (
          <Table
            caption="Retry rules"
            rows={Object.entries(Data.RetryRules)}
            rowKey={([outcome]) => outcome}
            columns={[
              { head: 'After', cell: ([outcome]) => outcome.replaceAll('_', ' ') },
              { head: 'Then', cell: ([, rule]) => rule.Then },
              {
                head: 'With',
                cell: ([, rule]) => ('Reason' in rule ? rule.Reason : 'Delays' in rule ? rule.Delays?.join(', ') : ''),
              },
            ]}
          />
        )}
      </Panel>
    </div>
  );
}
