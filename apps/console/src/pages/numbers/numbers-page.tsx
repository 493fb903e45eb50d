import { useState } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Suppression } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { useRefusal } from '../../api/session';
import { words } from '../../lib/format';
import { toE164 } from '../../shell/find-hits';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/fields';
import { Instant } from '../../ui/instant';
import { Page, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { reasons, type Reason } from './number-requests';
import { SuppressButton } from './suppress-button';

const route = getRouteApi('/numbers');
const limit = 50;

/** Looks a number up, and lists those that must not be called. */
export function NumbersPage() {
  return (
    <Page title="Numbers" actions={<SuppressButton />}>
      <LookUp />
      <Suppressions />
    </Page>
  );
}

function LookUp() {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const number = toE164(text);
  return (
    <form
      className="flex max-w-md items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (number !== undefined) void navigate({ to: '/numbers/$phoneNumber', params: { phoneNumber: number } });
      }}
    >
      <TextField label="Phone number" type="tel" value={text} onChange={setText} />
      <Button
        type="submit"
        tone="primary"
        reason={number === undefined ? 'Enter a number with its country, such as +14155550123.' : undefined}
      >
        Look up
      </Button>
    </form>
  );
}

function Suppressions() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useRefusal('suppressions:read');
  const reason = reasons.find((each) => each === search.reason);
  const query = {
    limit,
    ...(reason === undefined ? {} : { reason }),
    ...(search.after === undefined ? {} : { after: search.after }),
  };
  const list = api.useQuery(
    'get',
    '/suppressions',
    { params: { query } },
    { ...usePolling(), enabled: refusal === undefined },
  );
  if (refusal !== undefined) return <Empty>{refusal}</Empty>;
  return (
    <Panel title="Suppressions">
      <div className="mb-2 w-56">
        <SelectField<Reason>
          label="Reason"
          value={reason ?? ''}
          none="Every reason"
          options={reasons.map((each) => [each, words(each)])}
          onChange={(each) => void navigate({ to: '/numbers', search: each === '' ? {} : { reason: each } })}
        />
      </div>
      <Loaded query={list}>
        {({ Suppressions: rows, NextAfter }) => (
          <>
            {rows.length === 0 ? (
              <Empty>No number is suppressed.</Empty>
            ) : (
              <Table caption="Suppressions" columns={suppressionColumns} rows={rows} rowKey={({ ID }) => ID} />
            )}
            {NextAfter !== undefined && (
              <Link to="/numbers" search={{ ...search, after: NextAfter }}>
                Next page
              </Link>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** The number itself is stored as a hash, so an entry does not show it. */
export const suppressionColumns: Column<Suppression>[] = [
  { head: 'Since', cell: ({ CreatedAt }) => <Instant at={CreatedAt} /> },
  { head: 'Reason', cell: ({ Reason: reason }) => words(reason) },
  {
    head: 'Source',
    cell: ({ Source, JobID, CampaignID, KeyID }) =>
      Source === 'call' && JobID !== undefined && CampaignID !== undefined ? (
        <Link to="/campaigns/$campaignID/jobs/$jobID" params={{ campaignID: CampaignID, jobID: JobID }}>
          said in a call
        </Link>
      ) : (
        `${Source} ${JobID ?? KeyID ?? ''}`
      ),
  },
  { head: 'In', cell: ({ CampaignID }) => CampaignID ?? 'the organization' },
  { head: 'Until', cell: ({ Until }) => (Until === undefined ? 'for good' : <Instant at={Until} />) },
  { head: 'Note', cell: ({ Note }) => Note ?? '' },
];
