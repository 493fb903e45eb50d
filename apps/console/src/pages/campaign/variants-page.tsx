import type { CampaignStats } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatNumber, formatPercent } from '../../lib/format';
import { wilson } from '../../lib/wilson';
import { Empty, Loaded } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { useCampaign } from './use-campaign';

type Variant = CampaignStats['Variants'][number];

/** The outcomes of each variant, with their 95 % intervals. */
export function VariantsPage() {
  const { campaignID, campaign } = useCampaign();
  const params = { path: { campaignID } };
  const stats = api.useQuery('get', '/campaigns/{campaignID}/stats', { params }, usePolling());
  const weights = new Map(campaign.data?.Data.Variants?.map(({ ID, Weight }) => [ID, Weight]));
  return (
    <Loaded query={stats}>
      {({ Variants }) =>
        Variants.every(({ ID }) => ID === null) && weights.size === 0 ? (
          <Empty>This campaign has no variants: all jobs use the same settings.</Empty>
        ) : (
          <>
            <Table
              caption="Outcomes by variant"
              columns={columnsOf(weights)}
              rows={Variants}
              rowKey={({ ID }) => ID ?? ''}
            />
            <p className="text-muted">
              The interval in brackets holds the true ratio with a confidence of 95 % if it is looked at once; a look
              each day finds differences that are none.
            </p>
          </>
        )
      }
    </Loaded>
  );
}

function ratio(part: number, whole: number): string {
  if (whole === 0) return '–';
  const [low, high] = wilson(part, whole);
  return `${formatPercent(part / whole)} [${formatPercent(low)} – ${formatPercent(high)}]`;
}
const ended = ({ JobsByState: { completed, failed } }: Variant): number => completed + failed;

const columnsOf = (weights: ReadonlyMap<string, number>): Column<Variant>[] => [
  { head: 'Variant', cell: ({ ID }) => ID ?? 'none' },
  { head: 'Weight', numeric: true, cell: ({ ID }) => (ID === null ? '–' : (weights.get(ID) ?? '–')) },
  { head: 'Jobs', numeric: true, cell: ({ Jobs }) => formatNumber(Jobs) },
  { head: 'Attempts', numeric: true, cell: ({ Attempts }) => formatNumber(Attempts) },
  { head: 'Answered', cell: ({ Answered, Attempts }) => ratio(Answered, Attempts) },
  { head: 'Completed of those that ended', cell: (variant) => ratio(variant.JobsByState.completed, ended(variant)) },
];
