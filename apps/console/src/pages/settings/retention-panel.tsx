import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { Campaign } from '@outdial/client';
import { api } from '../../api/client';
import { formatNumber } from '../../lib/format';
import { Action } from '../../ui/action';
import { TextField } from '../../ui/fields';
import { Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { changeCampaign } from '../campaign/campaign-requests';

/** After how many days the personal data of ended jobs is erased, by campaign. */
export function RetentionPanel() {
  const campaigns = api.useQuery('get', '/campaigns');
  return (
    <Panel title="Retention">
      <p className="text-muted mb-2">
        The days after which the personal data of ended jobs is erased: recordings, transcripts, names, numbers and
        data.
      </p>
      <Loaded query={campaigns}>
        {({ Campaigns }) =>
          Campaigns.length === 0 ? (
            <Empty>No campaigns yet.</Empty>
          ) : (
            <Table caption="Retention" columns={columns} rows={Campaigns} rowKey={({ ID }) => ID} />
          )
        }
      </Loaded>
    </Panel>
  );
}

const columns: Column<Campaign>[] = [
  {
    head: 'Campaign',
    cell: ({ ID, Data }) => (
      <Link to="/campaigns/$campaignID" params={{ campaignID: ID }}>
        {Data.Name}
      </Link>
    ),
  },
  {
    head: 'Kept for',
    cell: ({ Data: { RetentionDays: days } }) =>
      days === undefined ? 'until it is erased' : `${formatNumber(days)} days after the end`,
  },
  { head: 'Action', cell: (campaign) => <ChangeRetention campaign={campaign} /> },
];

function ChangeRetention({ campaign: { ID, Data } }: { campaign: Campaign }) {
  const [days, setDays] = useState(String(Data.RetentionDays ?? ''));
  const request = () => {
    if (days === '') return changeCampaign(ID, { RetentionDays: null });
    const count = Number(days);
    return Number.isInteger(count) && count > 0
      ? changeCampaign(ID, { RetentionDays: count })
      : 'Enter a number of days.';
  };
  return (
    <Action label="Change…" title={`Retention of ${Data.Name}`} scope="campaigns:manage" request={request}>
      <TextField label="Days" type="number" value={days} onChange={setDays} hint="Empty: until it is erased." />
      <p>Jobs that ended earlier than that are erased too. This cannot be undone.</p>
    </Action>
  );
}
