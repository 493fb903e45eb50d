import { useState } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Campaign, CampaignVersionItem, ChangeCampaign } from '@outdial/client';
import { api } from '../../api/client';
import { parseObject } from '../../lib/json';
import { Action } from '../../ui/action';
import { TextField } from '../../ui/fields';
import { Instant } from '../../ui/instant';
import { Json, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { changeCampaign, rollBack } from './campaign-requests';
import { ChangePreview } from './change-preview';
import { useCampaign } from './use-campaign';

const route = getRouteApi('/campaigns/$campaignID/versions');

/** Every version of the settings, what each changed, and the way back. */
export function VersionsPage() {
  const { campaignID, campaign } = useCampaign();
  const { version } = route.useSearch();
  const versions = api.useQuery('get', '/campaigns/{campaignID}/versions', { params: { path: { campaignID } } });
  const shown = Number(version ?? campaign.data?.Version);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel title="Versions" actions={campaign.data && <EditSettings key={shown} campaign={campaign.data} />}>
        <Loaded query={versions}>
          {({ Versions }) => (
            <Table
              caption="Versions"
              columns={columnsOf(campaignID)}
              rows={Versions}
              rowKey={({ Version }) => String(Version)}
            />
          )}
        </Loaded>
      </Panel>
      {Number.isInteger(shown) && <VersionPanel campaignID={campaignID} version={shown} />}
    </div>
  );
}

const columnsOf = (campaignID: string): Column<CampaignVersionItem>[] => [
  {
    head: 'Version',
    cell: ({ Version, Current }) => (
      <Link to="/campaigns/$campaignID/versions" params={{ campaignID }} search={{ version: String(Version) }}>
        {Version} {Current && '(current)'}
      </Link>
    ),
  },
  { head: 'Made', cell: ({ CreatedAt }) => <Instant at={CreatedAt} /> },
  {
    head: 'Action',
    cell: ({ Version, Current }) => (
      <Action
        label="Roll back…"
        title={`Roll back to version ${Version}`}
        scope="campaigns:manage"
        unless={Current ? 'This is the current version.' : undefined}
        request={() => rollBack(campaignID, Version)}
      >
        <p>Makes a new version with the settings of version {Version}. Jobs that were called keep theirs.</p>
      </Action>
    ),
  },
];

const shown = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value));

function VersionPanel({ campaignID, version }: { campaignID: string; version: number }) {
  const params = { path: { campaignID, version } };
  const settings = api.useQuery('get', '/campaigns/{campaignID}/versions/{version}', { params });
  const changes = api.useQuery(
    'get',
    '/campaigns/{campaignID}/versions/{version}/changes',
    { params },
    { enabled: version > 1 },
  );
  return (
    <Panel title={`Version ${version}`}>
      {version > 1 && (
        <Loaded query={changes}>
          {({ Changes, From }) =>
            Changes.length === 0 ? (
              <Empty>Nothing differs from version {From}.</Empty>
            ) : (
              <Table
                caption={`Changes since version ${From}`}
                rows={Changes}
                rowKey={({ Pointer }) => Pointer}
                columns={[
                  { head: 'Setting', cell: ({ Pointer }) => <code>{Pointer}</code> },
                  { head: 'Before', cell: ({ Before }) => <code>{shown(Before)}</code> },
                  { head: 'After', cell: ({ After }) => <code>{shown(After)}</code> },
                ]}
              />
            )
          }
        </Loaded>
      )}
      <Loaded query={settings}>{({ Data }) => <Json label={`Settings of version ${version}`} value={Data} />}</Loaded>
    </Panel>
  );
}

/** Changes any setting as JSON, after a look at the calls that would move. */
function EditSettings({ campaign }: { campaign: Campaign }) {
  const [text, setText] = useState('{}');
  const parsed = parseObject(text);
  const body = typeof parsed === 'string' || Object.keys(parsed).length === 0 ? undefined : (parsed as ChangeCampaign);
  const missing = typeof parsed === 'string' ? parsed : 'Enter a setting to change.';
  return (
    <Action
      label="Change settings…"
      scope="campaigns:manage"
      request={() => (body === undefined ? missing : changeCampaign(campaign.ID, body))}
    >
      <TextField
        label="Settings to replace, as JSON"
        rows={10}
        value={text}
        onChange={setText}
        hint='Each given field is replaced; null removes one: {"Pacing": {"MaxConcurrentCalls": 5}}'
      />
      {typeof parsed === 'string' && <p className="text-bad">{parsed}</p>}
      {body !== undefined && <ChangePreview campaignID={campaign.ID} body={body} />}
    </Action>
  );
}
