import { useState } from 'react';
import { api } from '../../api/client';
import { formatNumber, fromLocalField, toLocalField } from '../../lib/format';
import { Action } from '../../ui/action';
import { TextField } from '../../ui/fields';
import { Loaded } from '../../ui/loaded';
import { redeliverSince } from './webhook-requests';

/** How many deliveries are counted before a redelivery. */
const countedAtMost = 100;
/** A time of the field names a minute: what was created within it belongs to it. */
const minuteMs = 60_000;

interface RedeliverSinceProps {
  webhookID: string;
  unless: string | undefined;
  /** The first instant that is offered, in unix ms. */
  sinceMs: number;
}

/** Sends everything again that was given up since an instant, after a count. */
export function RedeliverSince({ webhookID, unless, sinceMs: first }: RedeliverSinceProps) {
  const [since, setSince] = useState(() => toLocalField(first - (first % minuteMs)));
  const sinceMs = fromLocalField(since);
  const isValid = sinceMs !== undefined && !Number.isNaN(sinceMs);
  return (
    <Action
      label="Redeliver all…"
      title="Redeliver events that were given up"
      scope="webhooks:manage"
      unless={unless}
      request={() => (isValid ? redeliverSince(webhookID, new Date(sinceMs).toISOString()) : 'Choose an instant.')}
      result={({ Redelivered, More }) => (
        <p role="status">
          {formatNumber(Redelivered)} deliveries are sent again.{More && ' There are more: repeat it.'}
        </p>
      )}
    >
      <TextField label="Since (your time)" type="datetime-local" value={since} onChange={setSince} />
      {isValid && <Counted webhookID={webhookID} sinceMs={sinceMs} />}
    </Action>
  );
}

/** How many events would be sent again, oldest first. */
function Counted({ webhookID, sinceMs }: { webhookID: string; sinceMs: number }) {
  const params = { path: { webhookID }, query: { state: 'exhausted' as const, limit: countedAtMost } };
  const deliveries = api.useQuery('get', '/webhooks/{webhookID}/deliveries', { params });
  return (
    <Loaded query={deliveries}>
      {({ Deliveries }) => {
        const count = Deliveries.filter(({ CreatedAt }) => Date.parse(CreatedAt) >= sinceMs).length;
        return (
          <p role="status" className="font-medium">
            {count === countedAtMost ? `${formatNumber(count)} or more` : formatNumber(count)} events are sent again.
          </p>
        );
      }}
    </Loaded>
  );
}
