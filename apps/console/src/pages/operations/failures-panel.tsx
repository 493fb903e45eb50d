import { Link } from '@tanstack/react-router';
import type { FailureGroup } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatNumber, words } from '../../lib/format';
import { Instant } from '../../ui/instant';
import { Empty } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { ServicePanel, useServiceQuery } from './service-panel';

/** The technical failures of the last day, by what failed. */
export function FailuresPanel() {
  const failures = api.useQuery('get', '/failures', {}, { ...usePolling(), ...useServiceQuery() });
  return (
    <ServicePanel title="Failures of the last 24 hours" query={failures}>
      {({ Failures, Complete }) =>
        Failures.length === 0 ? (
          <Empty>No call failed technically.</Empty>
        ) : (
          <>
            {!Complete && <p className="text-warn mb-2">There are more: only the latest 1,000 calls are grouped.</p>}
            <Table caption="Failures" columns={columns} rows={Failures} rowKey={keyOf} />
          </>
        )
      }
    </ServicePanel>
  );
}

const keyOf = ({ Failure, EndedDetail, Trunk, SipCode, Q850, ProviderCode }: FailureGroup): string =>
  [Failure, EndedDetail, Trunk, SipCode, Q850, ProviderCode].join(' ');

function codesOf({ SipCode, Q850, ProviderCode }: FailureGroup): string {
  const codes = [
    SipCode === undefined ? '' : `SIP ${SipCode}`,
    Q850 === undefined ? '' : `Q.850 ${Q850}`,
    ProviderCode === undefined ? '' : `code ${ProviderCode}`,
  ];
  return codes.filter((code) => code !== '').join(' · ');
}

const columns: Column<FailureGroup>[] = [
  {
    head: 'Failure',
    cell: ({ Failure, EndedDetail }) => words(EndedDetail === undefined ? Failure : `${Failure}: ${EndedDetail}`),
  },
  { head: 'Trunk', cell: ({ Trunk }) => (Trunk === undefined ? '–' : <code>{Trunk}</code>) },
  { head: 'Codes', cell: codesOf },
  { head: 'Calls', numeric: true, cell: ({ Calls }) => formatNumber(Calls) },
  { head: 'Campaigns', numeric: true, cell: ({ CampaignIDs }) => formatNumber(CampaignIDs.length) },
  { head: 'First', cell: ({ FirstAt }) => <Instant at={FirstAt} /> },
  { head: 'Last', cell: ({ LastAt }) => <Instant at={LastAt} /> },
  {
    head: 'Latest job',
    cell: ({ Latest: { CampaignID, JobID } }) => (
      <Link to="/campaigns/$campaignID/jobs/$jobID" params={{ campaignID: CampaignID, jobID: JobID }} title={JobID}>
        …{JobID.slice(-8)}
      </Link>
    ),
  },
];
