import { getRouteApi, Link } from '@tanstack/react-router';
import type { Campaign } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Page } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { CampaignActionButton, DuplicateButton } from '../campaign/campaign-actions';
import { NewCampaignButton } from './new-campaign';

const route = getRouteApi('/campaigns');

/** Every campaign; archived ones on request. */
export function CampaignsPage() {
  const { archived } = route.useSearch();
  const query = archived === true ? { archived } : {};
  const campaigns = api.useQuery('get', '/campaigns', { params: { query } }, usePolling());
  return (
    <Page title="Campaigns" actions={<NewCampaignButton />}>
      <Link to="/campaigns" search={archived === true ? {} : { archived: true }}>
        {archived === true ? 'Hide archived campaigns' : 'Show archived campaigns'}
      </Link>
      <Loaded query={campaigns}>
        {({ Campaigns }) =>
          Campaigns.length === 0 ? (
            <Empty>No campaigns yet. A campaign holds the settings that its jobs share.</Empty>
          ) : (
            <Table caption="Campaigns" columns={columns} rows={Campaigns.toReversed()} rowKey={({ ID }) => ID} />
          )
        }
      </Loaded>
    </Page>
  );
}

const columns: Column<Campaign>[] = [
  {
    head: 'Name',
    cell: ({ ID, Data }) => (
      <Link to="/campaigns/$campaignID" params={{ campaignID: ID }}>
        {Data.Name}
      </Link>
    ),
  },
  { head: 'State', cell: ({ State }) => <Chip state={State} /> },
  { head: 'Version', numeric: true, cell: ({ Version }) => Version },
  { head: 'Caller ID', cell: ({ Data }) => Data.DefaultCallerID ?? '–' },
  { head: 'Changed', cell: ({ UpdatedAt }) => <Instant at={UpdatedAt} /> },
  { head: 'ID', cell: ({ ID }) => <code className="text-muted font-mono text-xs">{ID}</code> },
  {
    head: 'Actions',
    cell: (campaign) => (
      <span className="flex gap-1">
        <CampaignActionButton campaign={campaign} action={campaign.State === 'paused' ? 'resume' : 'pause'} />
        <DuplicateButton campaign={campaign} />
      </span>
    ),
  },
];
