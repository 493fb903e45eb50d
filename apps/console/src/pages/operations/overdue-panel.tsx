import { Link } from '@tanstack/react-router';
import type { OverdueItem } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { useMe } from '../../api/session';
import { formatNumber, words } from '../../lib/format';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Empty } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { ServicePanel, useServiceQuery } from './service-panel';

/** Work that should have made progress, and has not. */
export function OverduePanel() {
  const { OrgID } = useMe();
  const overdue = api.useQuery('get', '/overdue', {}, { ...usePolling(), ...useServiceQuery() });
  return (
    <ServicePanel title="Overdue work" query={overdue}>
      {({ Overdue }) =>
        Overdue.length === 0 ? (
          <Empty>Nothing is overdue.</Empty>
        ) : (
          <>
            <p className="text-muted mb-2">
              A sweeper takes these up every few seconds: look at one that stays, or whose sweeps grow.
            </p>
            <Table caption="Overdue work" columns={columnsOf(OrgID)} rows={Overdue} rowKey={({ ID }) => ID} />
          </>
        )
      }
    </ServicePanel>
  );
}

const columnsOf = (orgId: string): Column<OverdueItem>[] => [
  { head: 'Kind', cell: ({ Kind }) => words(Kind) },
  { head: 'ID', cell: (item) => <ItemLink item={item} isOwn={item.OrgID === orgId} /> },
  { head: 'State', cell: ({ State }) => <Chip state={State} /> },
  { head: 'Due', cell: ({ DueAt }) => <Instant at={DueAt} /> },
  { head: 'Sweeps', numeric: true, cell: ({ Sweeps }) => formatNumber(Sweeps) },
  { head: 'Organization', cell: ({ OrgID }) => <code className="text-xs">{OrgID}</code> },
];

/** Other organizations' work is named, but cannot be opened. */
function ItemLink({ item: { Kind, ID, CampaignID }, isOwn }: { item: OverdueItem; isOwn: boolean }) {
  const name = <code className="text-xs">{ID}</code>;
  if (!isOwn) return name;
  if (Kind === 'job')
    return (
      <Link to="/campaigns/$campaignID/jobs/$jobID" params={{ campaignID: CampaignID, jobID: ID }}>
        {name}
      </Link>
    );
  if (Kind === 'import')
    return (
      <Link to="/imports/$importID" params={{ importID: ID }}>
        {name}
      </Link>
    );
  if (Kind === 'bulk_action')
    return (
      <Link to="/campaigns/$campaignID/jobs" params={{ campaignID: CampaignID }}>
        {name}
      </Link>
    );
  return (
    <Link to="/webhooks" search={{ state: 'pending' }}>
      {name}
    </Link>
  );
}
