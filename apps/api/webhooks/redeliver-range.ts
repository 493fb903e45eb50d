import { redeliverBounds, type RedeliverRangeQuery } from '../../../shared/contracts/webhook-delivery.schema';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidQuery } from '../http/problem';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';
import { findEnabledWebhook } from './find-webhook';
import { takeRedeliveries } from './redelivery-quota';

const dayMs = 86_400_000;

/** Documents that one request updates concurrently. */
const maxConcurrency = 20;

/** Redelivers everything that ended in a time range, oldest first. The sweeper starts the reopened deliveries. */
export async function redeliverRange(
  request: ApiRequest<'webhookID', unknown, RedeliverRangeQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const { since, until = deps.nowMs(), state } = request.query;
  if (deps.nowMs() - since > redeliverBounds.daysBack * dayMs) {
    throw invalidQuery([
      { pointer: 'since', detail: `Expected a time within the last ${redeliverBounds.daysBack} days.` },
    ]);
  }
  const webhook = await findEnabledWebhook(request, deps);
  const { deliveries } = deps.store;
  const states = state === undefined ? (['exhausted', 'discarded'] as const) : ([state] as const);
  const found = await deliveries.listEnded(
    webhook.ID,
    { states, sinceMs: since, untilMs: until },
    redeliverBounds.max + 1,
  );
  const grant = await takeRedeliveries(webhook.OrgID, Math.min(found.length, redeliverBounds.max), deps);
  const Details = {
    Since: toRfc3339(since),
    Until: toRfc3339(until),
    States: [...states],
    Deliveries: grant.deliveries,
  };
  if (grant.deliveries > 0) {
    await audit(request, { Action: 'webhook.redelivered', WebhookID: webhook.ID, Details }, deps);
  }
  let reopened = 0;
  const queue = found.slice(0, grant.deliveries);
  const reopenNext = async (): Promise<void> => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      if (await deliveries.reopen(item, deps.nowMs())) reopened++;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrency }, reopenNext));
  await grant.giveBack(grant.deliveries - reopened);
  const next = found.at(grant.deliveries);
  return {
    status: 202,
    body: {
      WebhookID: webhook.ID,
      Redelivered: reopened,
      More: next !== undefined,
      ...(next === undefined ? {} : { NextSince: toRfc3339(next.CreatedMS) }),
    },
  };
}
