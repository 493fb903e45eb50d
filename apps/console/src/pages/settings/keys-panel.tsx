import { useState } from 'react';
import type { ApiKey, CreateApiKey, Scope } from '@outdial/client';
import { api } from '../../api/client';
import { describeRequest } from '../../api/request';
import { useMe, useRefusal } from '../../api/session';
import { fromLocalField } from '../../lib/format';
import { literal } from '../../lib/snippets';
import { Action } from '../../ui/action';
import { Chip } from '../../ui/chip';
import { CopyButton } from '../../ui/copy-as';
import { CheckField, TextField } from '../../ui/fields';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';

const createKey = (body: CreateApiKey) =>
  describeRequest(
    'post',
    '/api-keys',
    { body },
    {
      cli: [
        ...['keys', 'create', '--name', body.Name, '--scopes', body.Scopes.join(',')],
        ...(body.ExpiresAt === undefined ? [] : ['--expires', body.ExpiresAt]),
      ],
      ts: `outdial.keys.create(${literal(body)})`,
    },
  );

const revokeKey = (keyID: string) =>
  describeRequest(
    'delete',
    '/api-keys/{keyID}',
    { path: { keyID } },
    { cli: ['keys', 'revoke', keyID], ts: `outdial.keys.revoke(${literal(keyID)})` },
  );

/** The keys of the organization. */
export function KeysPanel() {
  const refusal = useRefusal('keys:manage');
  const keys = api.useQuery('get', '/api-keys', {}, { enabled: refusal === undefined });
  return (
    <Panel title="API keys" actions={<NewKeyButton />}>
      {refusal === undefined ? (
        <Loaded query={keys}>
          {({ ApiKeys }) => <Table caption="API keys" columns={columns} rows={ApiKeys} rowKey={({ ID }) => ID} />}
        </Loaded>
      ) : (
        <Empty>{refusal}</Empty>
      )}
    </Panel>
  );
}

const columns: Column<ApiKey>[] = [
  { head: 'Name', cell: ({ Data }) => Data.Name },
  { head: 'State', cell: ({ Data }) => <Chip state={Data.State} /> },
  { head: 'Scopes', cell: ({ Data }) => <span className="text-xs">{Data.Scopes.join(', ')}</span> },
  { head: 'Campaigns', cell: ({ Data }) => Data.CampaignIDs?.join(', ') ?? 'all' },
  { head: 'Last used', cell: ({ Data }) => <Instant at={Data.LastUsedAt} /> },
  { head: 'Expires', cell: ({ Data }) => <Instant at={Data.ExpiresAt} /> },
  { head: 'Created', cell: ({ CreatedAt }) => <Instant at={CreatedAt} /> },
  { head: 'Action', cell: (key) => <RevokeButton apiKey={key} /> },
];

function RevokeButton({ apiKey: { ID, Data } }: { apiKey: ApiKey }) {
  const me = useMe();
  return (
    <Action
      label="Revoke…"
      title={`Revoke ${Data.Name}`}
      tone="danger"
      scope="keys:manage"
      unless={Data.State === 'active' ? undefined : `The key is ${Data.State}.`}
      typed={Data.Name}
      request={() => revokeKey(ID)}
    >
      <p>
        Requests with it are refused within seconds, and its sessions end.
        {ID === me.KeyID && <strong> This is the key of this session: you will be signed out.</strong>}
      </p>
    </Action>
  );
}

/** Creates a key with some of the scopes that the signed-in one has. */
function NewKeyButton() {
  const me = useMe();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['jobs:read']);
  const [expires, setExpires] = useState('');
  const request = () => {
    if (name.trim() === '') return 'Enter a name.';
    if (scopes.length === 0) return 'Choose a scope.';
    const atMs = fromLocalField(expires);
    const expiry = atMs === undefined ? {} : { ExpiresAt: new Date(atMs).toISOString() };
    return createKey({ Name: name.trim(), Scopes: [...scopes], ...expiry });
  };
  return (
    <Action
      label="New key…"
      scope="keys:manage"
      request={request}
      result={({ Key }) => (
        <div className="space-y-2">
          <p>Store the key now: it is not shown again.</p>
          <code className="bg-page block rounded p-2 break-all">{Key}</code>
          <CopyButton text={Key} />
        </div>
      )}
    >
      <TextField label="Name" value={name} onChange={setName} />
      <fieldset className="grid grid-cols-2 gap-1">
        <legend className="font-medium">Scopes</legend>
        {(me.Scopes as readonly Scope[]).map((scope) => (
          <CheckField
            key={scope}
            label={scope}
            checked={scopes.includes(scope)}
            onChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((each) => each !== scope))}
          />
        ))}
      </fieldset>
      <TextField
        label="Expires (your time)"
        type="datetime-local"
        value={expires}
        onChange={setExpires}
        hint="Empty: with this session. The command line and the API create keys that live longer."
      />
    </Action>
  );
}
