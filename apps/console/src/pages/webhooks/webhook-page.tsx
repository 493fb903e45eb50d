import { useState } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Webhook } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { useRefusal } from '../../api/session';
import { words } from '../../lib/format';
import { Action } from '../../ui/action';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Facts, Page, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { DeliveriesTable } from './deliveries-table';
import { HealthStrip } from './health-strip';
import { RedeliverSince } from './redeliver-since';
import { Secret } from './register-webhook';
import { deleteWebhook, enableWebhook, rotateSecret, sendTest } from './webhook-requests';

const route = getRouteApi('/webhooks/$webhookID');
const limit = 50;

/** One webhook: its health, its deliveries, and what can be done. */
export function WebhookPage() {
  const refusal = useRefusal('webhooks:manage');
  if (refusal === undefined) return <LoadedWebhook />;
  return (
    <Page title="Webhook">
      <Empty>{refusal}</Empty>
    </Page>
  );
}

function LoadedWebhook() {
  const { webhookID } = route.useParams();
  const webhook = api.useQuery('get', '/webhooks/{webhookID}', { params: { path: { webhookID } } }, usePolling());
  return (
    <Loaded query={webhook} page="Webhook">
      {(data) => (
        <Page
          title={data.Data.DestinationURL}
          beside={<Chip state={data.Data.Enabled ? 'enabled' : 'disabled'} />}
          actions={<WebhookActions webhook={data} />}
        >
          <WebhookFacts webhook={data} />
          <Deliveries webhookID={webhookID} />
        </Page>
      )}
    </Loaded>
  );
}

const WebhookFacts = ({ webhook: { ID, Data, CreatedAt } }: { webhook: Webhook }) => (
  <Facts
    facts={[
      ['ID', <code key="id">{ID}</code>],
      ['Description', Data.Description ?? '–'],
      ['Campaigns', Data.CampaignIDs?.join(', ') ?? 'all'],
      ['Registered', <Instant key="at" at={CreatedAt} />],
      ['Failing since', <Instant key="failing" at={Data.FailingSince} />],
      ['Disabled because', Data.DisabledReason === undefined ? '–' : words(Data.DisabledReason)],
      ['Last 100', <HealthStrip key="health" webhookID={ID} />],
    ]}
  />
);

function WebhookActions({ webhook: { ID, Data } }: { webhook: Webhook }) {
  const navigate = useNavigate();
  const [dayAgoMs] = useState(() => Date.now() - 24 * 3_600_000);
  const off = Data.Enabled ? undefined : 'The webhook is disabled.';
  const manage = { scope: 'webhooks:manage' } as const;
  return (
    <>
      <Action {...manage} label="Send a test event" unless={off} request={() => sendTest(ID)}>
        <p>Sends a test event to this webhook only. It appears below.</p>
      </Action>
      <RedeliverSince webhookID={ID} unless={off} sinceMs={dayAgoMs} />
      <Action {...manage} label={Data.Enabled ? 'Disable…' : 'Enable'} request={() => enableWebhook(ID, !Data.Enabled)}>
        <p>{Data.Enabled ? 'Events are not sent to it until it is enabled again.' : 'Events are sent to it again.'}</p>
      </Action>
      <Action
        {...manage}
        label="Rotate the secret…"
        request={() => rotateSecret(ID)}
        result={({ Secret: secret }) => <Secret secret={secret} />}
      >
        <p>Requests are signed with both secrets for 24 hours.</p>
      </Action>
      <Action
        {...manage}
        label="Delete…"
        tone="danger"
        typed="delete"
        request={() => deleteWebhook(ID)}
        onDone={() => navigate({ to: '/webhooks' })}
      >
        <p>Its deliveries end, and its log is deleted.</p>
      </Action>
    </>
  );
}

function Deliveries({ webhookID }: { webhookID: string }) {
  const { after } = route.useSearch();
  const params = { path: { webhookID }, query: { limit, ...(after === undefined ? {} : { after }) } };
  const deliveries = api.useQuery('get', '/webhooks/{webhookID}/deliveries', { params }, usePolling());
  return (
    <Panel title="Deliveries">
      <Loaded query={deliveries}>
        {({ Deliveries: rows }) => (
          <>
            {rows.length === 0 ? (
              <Empty>Nothing was sent yet.</Empty>
            ) : (
              <DeliveriesTable list={`${webhookID} ${after ?? ''}`} rows={rows} />
            )}
            {rows.length === limit && (
              <Link to="/webhooks/$webhookID" params={{ webhookID }} search={{ after: rows.at(-1)?.ID ?? '' }}>
                Next page
              </Link>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
