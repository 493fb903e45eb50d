import { readRings } from '../campaign/rings';
import { findTexts, listHistories } from '../erasure';
import { countFully } from '../full-count';
import { until } from '../until';
import type { JobBody } from '../../../shared/contracts/job-response.schema';
import type { JobState } from '../../../shared/domain/job/state';
import { countMissing, type Seen, type SeenEvent, type SeenJob } from './checks';
import type { PatientClient } from './client';
import type { Accepted } from './load';
import { erasedText } from './plan';
import { processNames } from './schedule';
import { maxHandles, maxMegabytes, sizeOf } from './size';
import type { World } from './world';

export interface Watched {
  world: World;
  client: PatientClient;
  campaignIds: readonly string[];
  webhooks: Seen['webhooks'];
}

const openStates = ['created', 'scheduled', 'calling', 'analyzing', 'deleting'];
const withinMs = 180_000;

/** Waits until every job has ended, or for too long; the checks then name those that have not. */
export async function untilEnded({ world, campaignIds }: Watched): Promise<void> {
  const jobs = world.mongo.db.collection('jobs');
  const open = () => jobs.countDocuments({ CampaignID: { $in: [...campaignIds] }, State: { $in: openStates } });
  await until(open, (count) => count === 0, withinMs).catch(() => undefined);
}

/** Everything that the checks look at, once each event has arrived. */
export async function observe(watched: Watched, accepted: Accepted, aheadMs: number): Promise<Seen> {
  const { world, webhooks } = watched;
  const jobs = await readJobs(watched);
  const events = () => readEvents(world);
  await until(events, (seen) => countMissing({ jobs, events: seen, webhooks }) === 0, withinMs).catch(() => undefined);
  const ids = new Set(jobs.map(({ id }) => id));
  const numbers = accepted.jobs.map(({ planned }) => planned.phoneNumber);
  // The phone is hung up a moment after the call was closed.
  const phoneCalls = () => new Map(numbers.map((number) => [number, world.phone.callsTo(number)]));
  const isOver = (calls: Seen['phoneCalls']): boolean => [...calls.values()].flat().every(({ isOpen }) => !isOpen);
  await until(phoneCalls, isOver, 40_000).catch(() => undefined);
  const rings = (await readRings(world.mongo)).filter(({ jobId }) => ids.has(jobId));
  return { jobs, rings, phoneCalls: phoneCalls(), events: events(), webhooks, aheadMs };
}

async function readJobs({ world, client, campaignIds }: Watched): Promise<SeenJob[]> {
  const all = world.mongo.db.collection<{ _id: string; CampaignID: string }>('jobs');
  const found = await all.find({ CampaignID: { $in: [...campaignIds] } }).toArray();
  const jobs: SeenJob[] = [];
  for (const { _id, CampaignID } of found) {
    const { body } = await client.send<JobBody>('GET', `/campaigns/${CampaignID}/jobs/${_id}?events=1`);
    jobs.push(toSeenJob(body));
  }
  return jobs;
}

function toSeenJob({ ID, Data, Metrics, Events = [], CreatedAt }: JobBody): SeenJob {
  const closed = (Data.Calls ?? []).filter(({ State }) => State === 'ended' || State === 'failed');
  const moves = Events.filter(({ EventType }) => EventType === 'job_state_updated');
  return {
    id: ID,
    name: String(Data.Metadata?.['Name']),
    redialOf: Data.RedialOf,
    state: Data.State,
    failure: Data.FailureReason,
    createdMs: Date.parse(CreatedAt),
    attempts: Metrics.TotalCallAttempts,
    callIds: closed.map((call) => call.ID),
    states: moves.map(({ Properties }) => String(Properties['State']) as JobState),
  };
}

interface Payload {
  WebhookID: string;
  Event: string;
  JobID?: string;
  EventTimeMS: number;
  Data: { State?: JobState };
}
const readEvents = ({ accepted }: World): SeenEvent[] =>
  accepted.map(({ headers, body }) => {
    const { WebhookID, Event, JobID, EventTimeMS, Data } = JSON.parse(body) as Payload;
    return {
      webhookId: WebhookID,
      id: headers['webhook-id'] ?? '',
      event: Event,
      jobId: JobID,
      eventTimeMs: EventTimeMS,
      state: Event === 'job_state_updated' ? Data.State : undefined,
    };
  });

/** What is left of erased jobs, in the database and in Temporal. */
export async function findRemains({ world }: Watched, { jobs }: Accepted): Promise<string[]> {
  const erased = jobs.filter(({ planned: { kind } }) => kind === 'erased');
  const texts = erased.flatMap(({ planned: { name, phoneNumber } }) => [erasedText(name), phoneNumber.slice(2)]);
  const histories = async (): Promise<string[]> =>
    (await Promise.all(erased.map(({ jobId }) => listHistories(world.temporal.client, jobId)))).flat();
  const left = await until(histories, (found) => found.length === 0, 60_000).catch(histories);
  return [...(await findTexts(world.mongo.db, texts)), ...left];
}

interface Stats {
  JobsByState: Record<string, number>;
  Funnel: { In: number };
  Series: { Buckets: { Calls: { Attempted: number; Answered: number } }[] };
}

/** The statistics, if they do not become what a full count gives. */
export async function findWrongStats(watched: Watched): Promise<string[]> {
  return (await Promise.all(watched.campaignIds.map((id) => compareStats(watched, id)))).flat();
}

async function compareStats({ world, client }: Watched, campaignId: string): Promise<string[]> {
  const compare = async (): Promise<string> => {
    const full = await countFully(world.mongo.db, campaignId);
    const { body } = await client.send<Stats>('GET', `/campaigns/${campaignId}/stats?bucket=day`);
    const sum = (name: 'Attempted' | 'Answered'): number =>
      body.Series.Buckets.reduce((total, { Calls }) => total + Calls[name], 0);
    const states = Object.fromEntries(Object.entries(body.JobsByState).filter(([, count]) => count > 0));
    const kept = { states, in: body.Funnel.In, attempts: sum('Attempted'), answered: sum('Answered') };
    const counted = { states: full.states, in: full.in, attempts: full.attempts, answered: full.answered };
    const text = (count: typeof kept): string =>
      JSON.stringify({
        ...count,
        states: Object.entries(count.states).sort(([one], [other]) => (one < other ? -1 : 1)),
      });
    return text(kept) === text(counted) ? '' : `the statistics are ${text(kept)}, a full count is ${text(counted)}`;
  };
  const wrong = await until(compare, (difference) => difference === '', 30_000).catch(compare);
  return wrong === '' ? [] : [wrong];
}

/** Processes that do not serve, or have become too large. */
export async function findSick({ world, client }: Watched): Promise<string[]> {
  const sick: string[] = [];
  for (const url of world.urls) {
    const status = () =>
      fetch(`${url}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      );
    await until(status, (seen) => seen === 200, 30_000).catch(() => sick.push(`${url} is not ready`));
  }
  const running = async () =>
    (await client.send<{ Workers: { State: string }[] }>('GET', '/workers')).body.Workers.filter(
      ({ State }) => State === 'running',
    );
  await until(running, ({ length }) => length >= 2, 30_000).catch(() =>
    sick.push('fewer than two workers report themselves'),
  );
  for (const name of processNames) {
    const size = sizeOf(world.processes[name].pid());
    if (size === undefined) sick.push(`${name} does not run`);
    else if (size.megabytes > maxMegabytes || size.handles > maxHandles)
      sick.push(`${name} has ${size.megabytes} MB and ${size.handles} open files`);
  }
  return sick;
}
