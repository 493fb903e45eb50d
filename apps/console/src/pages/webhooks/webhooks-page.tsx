import { getRouteApi, Link } from '@tanstack/react-router';
import type { Webhook } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { useRefusal } from '../../api/session';
import { words } from '../../lib/format';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Page, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { DeadLetters } from './dead-letters';
import { DeliveriesTable } from './deliveries-table';
import { EventTail } from './event-tail';
import { HealthStrip } from './health-strip';
import { RegisterWebhookButton } from './register-webhook';
import { SelectField } from '../../ui/fields';

const route = getRouteApi('/webhooks');
const limit = 50;
const states = ['pending', 'delivered', 'exhausted', 'discarded'] as const;
type State = (typeof states)[number];

/** Where events are sent, and those that were not accepted. */
export function WebhooksPage() {
  const refusal = useRefusal('webhooks:manage');
  if (refusal !== undefined)
    return (
      <Page title="Webhooks">
        <Empty>{refusal}</Empty>
        <EventTail />
      </Page>
    );
  return (
    <Page title="Webhooks" actions={<RegisterWebhookButton />}>
      <Webhooks />
      <AllDeliveries />
      <EventTail />
    </Page>
  );
}

function Webhooks() {
  const webhooks = api.useQuery('get', '/webhooks', {}, usePolling());
  return (
    <Loaded query={webhooks}>
      {(data) =>
        data.Webhooks.length === 0 ? (
          <Empty>
            No webhook is registered. Each change of a job is sent to every webhook, signed, for three days.
          </Empty>
        ) : (
          <div className="space-y-4">
            <Table caption="Webhooks" columns={columns} rows={data.Webhooks} rowKey={({ ID }) => ID} />
            <DeadLetters webhooks={data.Webhooks} />
          </div>
        )
      }
    </Loaded>
  );
}

const columns: Column<Webhook>[] = [
  {
    head: 'Destination',
    cell: ({ ID, Data }) => (
      <Link to="/webhooks/$webhookID" params={{ webhookID: ID }}>
        {Data.DestinationURL}
      </Link>
    ),
  },
  { head: 'Description', cell: ({ Data }) => Data.Description ?? '' },
  {
    head: 'State',
    cell: ({ Data: { Enabled, DisabledReason, FailingSince } }) => (
      <>
        <Chip state={Enabled ? 'enabled' : 'disabled'} /> {DisabledReason === undefined ? '' : words(DisabledReason)}
        {FailingSince !== undefined && (
          <span className="text-bad">
            failing since <Instant at={FailingSince} />
          </span>
        )}
      </>
    ),
  },
  { head: 'Last 100', cell: ({ ID }) => <HealthStrip webhookID={ID} /> },
];

/** Deliveries of all webhooks, those that were given up first of all. */
function AllDeliveries() {
  const search = route.useSearch();
  const state = states.find((each) => each === search.state) ?? 'exhausted';
  const navigate = route.useNavigate();
  const query = { state, limit, ...(search.after === undefined ? {} : { after: search.after }) };
  const deliveries = api.useQuery('get', '/deliveries', { params: { query } }, usePolling());
  return (
    <Panel title="Deliveries of all webhooks">
      <div className="mb-2 w-48">
        <SelectField<State>
          label="State"
          value={state}
          options={states.map((each) => [each, words(each)])}
          onChange={(chosen) => void navigate({ to: '/webhooks', search: chosen === '' ? {} : { state: chosen } })}
        />
      </div>
      <Loaded query={deliveries}>
        {({ Deliveries }) => (
          <>
            {Deliveries.length === 0 ? (
              <Empty>{state === 'exhausted' ? 'No event was given up.' : 'None.'}</Empty>
            ) : (
              <DeliveriesTable list={`${state} ${search.after ?? ''}`} rows={Deliveries} />
            )}
            {Deliveries.length === limit && (
              <Link to="/webhooks" search={{ state, after: Deliveries.at(-1)?.ID ?? '' }}>
                Next page
              </Link>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
