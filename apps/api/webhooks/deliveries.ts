import type { Delivery } from '../../../shared/adapters/mongo/deliveries.repository';
import { EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import {
  redeliverBounds,
  type ListDeliveriesQuery,
  type RedeliverRangeQuery,
} from '../../../shared/contracts/webhook-delivery.schema';
import { maxPageSize } from '../../../shared/contracts/parameters';
import type { JobStateEvent } from '../../../shared/domain/webhook/event';
import type { ApiDeps } from '../http/deps';
import { invalidQuery, ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toRfc3339 } from '../http/rfc3339';
import { findWebhook } from './handlers';
import { deliveryRecord } from './presenter';

const dayMs = 86_400_000;
/** Documents that one request updates concurrently. */
const maxConcurrency = 20;

const webhookKeyOf = (request: ApiRequest<'webhookID'>) => ({
  orgId: request.orgId,
  webhookId: request.params.webhookID,
});

export async function listDeliveries(
  request: ApiRequest<'webhookID', unknown, ListDeliveriesQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const { state, job, after: afterId, limit = maxPageSize } = request.query;
  const webhook = await findWebhook(webhookKeyOf(request), deps);
  const after = afterId === undefined ? undefined : await deps.store.deliveries.find(afterId);
  if (afterId !== undefined && after?.WebhookID !== webhook.ID) {
    throw invalidQuery([{ pointer: 'after', detail: 'Expected the id of a delivery of this webhook.' }]);
  }
  const found = await deps.store.deliveries.list({ webhookId: webhook.ID, state, jobId: job, after }, limit);
  return { status: 200, body: { Deliveries: found.map(deliveryRecord) } };
}

async function findDelivery(request: ApiRequest<'webhookID' | 'deliveryID'>, deps: ApiDeps): Promise<Delivery> {
  const delivery = await deps.store.deliveries.find(request.params.deliveryID);
  // The delivery holds its organization's id, so the log of a deleted webhook stays readable.
  if (delivery?.OrgID !== request.orgId || delivery.WebhookID !== request.params.webhookID) {
    throw new ProblemError('delivery_not_found');
  }
  return delivery;
}

export async function getDelivery(request: ApiRequest<'webhookID' | 'deliveryID'>, deps: ApiDeps): Promise<Reply> {
  return { status: 200, body: deliveryRecord(await findDelivery(request, deps)) };
}

async function findEnabled(request: ApiRequest<'webhookID'>, deps: ApiDeps) {
  const webhook = await findWebhook(webhookKeyOf(request), deps);
  if (!webhook.Enabled) {
    throw new ProblemError('webhook_disabled', { detail: 'The webhook is disabled. Enable it first.' });
  }
  return webhook;
}

/** Starts a delivery's workflow; if Temporal is unavailable, the sweeper does it within seconds. */
async function startOrDefer(delivery: Delivery, { workflows, logger }: ApiDeps): Promise<void> {
  const { WebhookID: webhookId, AttemptsBefore, Event } = delivery;
  const { jobId, sequence } = Event;
  const input = { webhookId, jobId, sequence, ...(AttemptsBefore === undefined ? {} : { after: AttemptsBefore }) };
  try {
    await workflows.startDelivery(input, Event);
    await workflows.wakeDelivery(input);
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    logger.warn({ webhookId, jobId, sequence, err: error }, 'webhook.start_deferred');
  }
}

/** Delivers again under the same message id. A delivery that waits for its next attempt is attempted now. */
export async function redeliver(request: ApiRequest<'webhookID' | 'deliveryID'>, deps: ApiDeps): Promise<Reply> {
  await findEnabled(request, deps);
  const delivery = await findDelivery(request, deps);
  const open = (await deps.store.deliveries.reopen(delivery, deps.nowMs())) ?? (await findDelivery(request, deps));
  await startOrDefer(open, deps);
  return { status: 202, body: { DeliveryID: open.ID, WebhookID: open.WebhookID, State: open.State } };
}

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
  const webhook = await findEnabled(request, deps);
  const { deliveries } = deps.store;
  const states = state === undefined ? (['exhausted', 'discarded'] as const) : ([state] as const);
  const found = await deliveries.listEnded(
    webhook.ID,
    { states, sinceMs: since, untilMs: until },
    redeliverBounds.max + 1,
  );
  const taken = found.slice(0, redeliverBounds.max);
  let reopened = 0;
  const queue = [...taken];
  const reopenNext = async (): Promise<void> => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      if (await deliveries.reopen(item, deps.nowMs())) reopened++;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrency }, reopenNext));
  const next = found.at(redeliverBounds.max);
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

/** Sends a test event to one webhook: shaped like a real event, for a job and a campaign that cannot exist. */
export async function sendTestEvent(request: ApiRequest<'webhookID'>, deps: ApiDeps): Promise<Reply> {
  const webhook = await findEnabled(request, deps);
  const now = deps.nowMs();
  const event: JobStateEvent = {
    orgId: webhook.OrgID,
    campaignId: 'campaign_test',
    jobId: request.newId('job').replace('job_', 'job_test_'),
    sequence: 1,
    state: 'completed',
    eventTimeMs: now,
    testJob: true,
  };
  const { deliveries } = deps.store;
  await deliveries.open(webhook.ID, event, now);
  const id = deliveries.idOf({ webhookId: webhook.ID, jobId: event.jobId, sequence: event.sequence });
  const delivery = await deliveries.find(id);
  if (delivery) await startOrDefer(delivery, deps);
  return { status: 202, body: { WebhookID: webhook.ID, DeliveryID: id } };
}
