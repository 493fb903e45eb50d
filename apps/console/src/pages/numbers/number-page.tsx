import { getRouteApi, Link } from '@tanstack/react-router';
import type { NumberRecord } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { words } from '../../lib/format';
import { Action } from '../../ui/action';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Facts, Page, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table } from '../../ui/table';
import { eraseNumber, removeSuppression } from './number-requests';
import { suppressionColumns } from './numbers-page';
import { SuppressButton } from './suppress-button';

const route = getRouteApi('/numbers/$phoneNumber');

/** All that is known of a number: whether it may be called now, and why. */
export function NumberPage() {
  const { phoneNumber } = route.useParams();
  const number = api.useQuery('get', '/numbers/{phoneNumber}', { params: { path: { phoneNumber } } }, usePolling());
  return (
    <Loaded query={number} page={phoneNumber}>
      {(data) => <NumberView record={data} />}
    </Loaded>
  );
}

function NumberView({ record }: { record: NumberRecord }) {
  const { PhoneNumber, Allowed, Message, Type, Country, TimeZones, Suppressions, Limits } = record;
  return (
    <Page
      title={PhoneNumber}
      beside={
        <span className={Allowed ? 'text-good' : 'text-bad'}>{Allowed ? 'may be called' : 'must not be called'}</span>
      }
      actions={
        <>
          <SuppressButton phoneNumber={PhoneNumber} />
          <EraseButton phoneNumber={PhoneNumber} />
        </>
      }
    >
      {Message !== undefined && <p>{Message}</p>}
      <Facts
        facts={[
          ['Type', words(Type)],
          ['Country', Country ?? '–'],
          ['Time zones', TimeZones.join(', ')],
        ]}
      />
      <Panel title="Suppressions">
        {Suppressions.length === 0 ? (
          <Empty>Not suppressed.</Empty>
        ) : (
          <Table
            caption="Suppressions"
            rows={Suppressions}
            rowKey={({ ID }) => ID}
            columns={[...suppressionColumns, { head: 'Action', cell: liftColumn(PhoneNumber) }]}
          />
        )}
      </Panel>
      <LimitsPanel limits={Limits} />
      <Jobs record={record} />
    </Page>
  );
}

const EraseButton = ({ phoneNumber }: { phoneNumber: string }) => (
  <Action
    label="Erase all…"
    title={`Erase everything about ${phoneNumber}`}
    tone="danger"
    scope="pii:delete"
    typed={phoneNumber}
    request={() => eraseNumber(phoneNumber)}
    result={({ Jobs, More }) => (
      <p role="status">
        {Jobs} jobs are being erased.{More && ' There are more: repeat it.'}
      </p>
    )}
  >
    <p>
      Deletes recordings, transcripts, names and numbers of every job with this number, in every campaign. A suppression
      stays, so that the number is not called again.
    </p>
  </Action>
);

const LimitsPanel = ({ limits }: { limits: NumberRecord['Limits'] }) => (
  <Panel title="Limits">
    {limits.length === 0 ? (
      <Empty>No limit counts calls to this number.</Empty>
    ) : (
      <Table
        caption="Limits"
        rows={limits}
        rowKey={({ Origin, CampaignID, Duration }) => Origin + (CampaignID ?? '') + Duration}
        columns={[
          { head: 'Set by', cell: ({ Origin, CampaignID }) => CampaignID ?? Origin },
          { head: 'Attempts', cell: ({ Attempts, Count, Duration }) => `${Attempts} of ${Count} in ${Duration}` },
          { head: 'Opens', cell: ({ OpensAt }) => <Instant at={OpensAt} /> },
        ]}
      />
    )}
  </Panel>
);

const liftColumn = (phoneNumber: string) =>
  function Lift({ CampaignID }: { CampaignID?: string }) {
    return (
      <Action
        label="Lift…"
        title="Lift the suppression"
        scope="suppressions:remove"
        typed="lift"
        request={() => removeSuppression(phoneNumber, CampaignID)}
      >
        <p>The number may be called again{CampaignID === undefined ? '' : ` in ${CampaignID}`}.</p>
      </Action>
    );
  };

const Jobs = ({ record: { Jobs: jobs } }: { record: NumberRecord }) => (
  <Panel title="Jobs">
    {jobs.length === 0 ? (
      <Empty>No job has this number.</Empty>
    ) : (
      <Table
        caption="Jobs"
        rows={jobs}
        rowKey={({ JobID }) => JobID}
        columns={[
          {
            head: 'Job',
            cell: ({ JobID, CampaignID }) => (
              <Link to="/campaigns/$campaignID/jobs/$jobID" params={{ campaignID: CampaignID, jobID: JobID }}>
                {JobID}
              </Link>
            ),
          },
          { head: 'State', cell: ({ State }) => <Chip state={State} /> },
          { head: 'Next call', cell: ({ NextCallMS }) => <Instant at={NextCallMS} /> },
          {
            head: 'Campaign',
            cell: ({ CampaignID }) => (
              <Link to="/campaigns/$campaignID" params={{ campaignID: CampaignID }}>
                {CampaignID}
              </Link>
            ),
          },
        ]}
      />
    )}
  </Panel>
);
