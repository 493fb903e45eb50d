import type { Mongo } from '../../shared/adapters/mongo/client';
import type { Store } from '../../shared/application/store';
import type { Job } from '../../shared/domain/job/job';
import { until } from './until';

/** Rings by attempt, as the simulated network's own memory has them. */
export async function ringsByAttempt(mongo: Mongo, jobId?: string): Promise<Map<string, number>> {
  const rings = mongo.db.collection<{ AttemptKey: string; JobID: string }>('simulated_rings');
  const counts = new Map<string, number>();
  for (const { AttemptKey } of await rings.find(jobId === undefined ? {} : { JobID: jobId }).toArray()) {
    counts.set(AttemptKey, (counts.get(AttemptKey) ?? 0) + 1);
  }
  return counts;
}

/** The states in a job's events, in the order of their numbers. */
export async function publishedStates(store: Store, jobId: string): Promise<string[]> {
  const events = (await store.events.listByJob(jobId)).filter((event) => event.EventType === 'job_state_updated');
  return events.map((event) => String(event.Properties['State']));
}

/** A transition is published a moment after it is made; if its worker died, the sweeper publishes it. */
const publishedWithinMs = 10_000;

/**
 * What must hold for every job, whatever died.
 * @param withinMs how long it may take until it does
 * @returns the violations as sentences
 */
export async function invariantViolations(
  testEnv: { mongo: Mongo; store: Store },
  jobId: string,
  withinMs = publishedWithinMs,
): Promise<string[]> {
  let broken: string[] = [];
  const look = async (): Promise<string[]> => (broken = await lookForBroken(testEnv, jobId));
  await until(look, (found) => found.length === 0, withinMs).catch(() => undefined);
  return broken;
}

/** Those that are subscribed to everything, since before the job was created. */
async function webhooksOf(store: Store, { OrgID, CreatedMS }: Job): Promise<string[]> {
  const all = await store.webhooks.list(OrgID);
  return all
    .filter((webhook) => webhook.Enabled && webhook.CreatedMS <= CreatedMS && !webhook.Events && !webhook.CampaignIDs)
    .map(({ ID }) => ID);
}

/** The numbers of the transitions for which there is a delivery, in order. */
async function deliveredTo({ db }: Mongo, WebhookID: string, JobID: string): Promise<number[]> {
  const deliveries = db.collection<{ Event: { sequence: number } }>('webhook_deliveries');
  const found = await deliveries.find({ WebhookID, JobID }).toArray();
  return found.map(({ Event }) => Event.sequence).sort((a, b) => a - b);
}

async function lookForBroken({ mongo, store }: { mongo: Mongo; store: Store }, jobId: string): Promise<string[]> {
  const broken: string[] = [];
  const expect = (holds: boolean, promise: string): void => {
    if (!holds) broken.push(`${jobId}: ${promise}`);
  };
  const job = await store.jobs.load(jobId);
  if (job === undefined) return [`${jobId}: is gone`];
  for (const [attempt, rings] of await ringsByAttempt(mongo, jobId))
    expect(rings === 1, `${attempt} rang ${rings} times`);
  const calls = await store.calls.listByJob(jobId);
  expect(calls.length === job.CallCount, `${calls.length} records of ${job.CallCount} attempts`);
  for (const call of calls) {
    const open = call.State === 'creating' || call.State === 'active';
    expect(!open || call.ID === job.ActiveCallID, `${call.ID} is still open`);
    expect(open || (await store.callLeases.find(call.ID)) === undefined, `${call.ID} is closed but has a lease`);
  }
  for (const attempt of (await ringsByAttempt(mongo, jobId)).keys()) {
    expect(
      calls.some((call) => call.ID === attempt),
      `${attempt} rang without a record`,
    );
  }
  const moves = (await store.events.listByJob(jobId)).filter((event) => event.EventType === 'job_state_updated');
  const numbers = moves.map((event) => Number(event.ID.split('/').at(-1)));
  const inTurn = Array.from({ length: job.Sequence }, (_, index) => index + 1);
  expect(
    JSON.stringify(numbers) === JSON.stringify(inTurn),
    `publishes the transitions ${numbers.join(',')} of ${job.Sequence}`,
  );
  for (const webhookId of await webhooksOf(store, job)) {
    const delivered = await deliveredTo(mongo, webhookId, jobId);
    expect(
      JSON.stringify(delivered) === JSON.stringify(inTurn),
      `has deliveries of ${delivered.join(',')} of ${job.Sequence} to ${webhookId}`,
    );
  }
  const increasing = moves.every((event, index) => index === 0 || event.CreatedMS > moves[index - 1]!.CreatedMS);
  expect(increasing, `publishes its transitions at ${moves.map((event) => event.CreatedMS).join(', ')}`);
  return broken;
}
