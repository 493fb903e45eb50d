import { canTransition, type JobState } from '../../../shared/domain/job/state';
import type { Ring } from '../campaign/rings';
import type { Accepted, AcceptedJob } from './load';
import { maxCalls, retryDelayMs } from './plan';

/** A job as `GET …/jobs/:jobID?events=1` shows it. */
export interface SeenJob {
  id: string;
  /** In its metadata. */
  name: string;
  redialOf?: string | undefined;
  state: string;
  failure?: string | undefined;
  /** Unix ms. */
  createdMs: number;
  attempts: number;
  /** Closed calls; none of an erased job. */
  callIds: string[];
  /** Its transitions, in their order. */
  states: JobState[];
}

/** A request that the receiver has answered with 2xx. */
export interface SeenEvent {
  webhookId: string;
  id: string;
  event: string;
  jobId?: string | undefined;
  state?: JobState | undefined;
  eventTimeMs: number;
}

/** What can be seen from outside once all faults have ended. */
export interface Seen {
  jobs: SeenJob[];
  rings: Ring[];
  /** The calls that the phone has counted, by number. */
  phoneCalls: Map<string, { callId: string; invites: number; isOpen: boolean }[]>;
  events: SeenEvent[];
  /** The webhook of state changes, and that of the ends of calls and imports. */
  webhooks: { states: string; others: string };
  /** By how much a clock was ahead at most, in ms. */
  aheadMs: number;
}

/** A call that is placed just then goes on. */
const dialingMs = 5_000;

/** What was promised and does not hold, as sentences. */
export const findBroken = (accepted: Accepted, seen: Seen): string[] => [
  ...checkExistence(accepted, seen),
  ...checkRings(seen),
  ...accepted.jobs.flatMap((job) => checkRules(job, seen)),
  ...seen.jobs.flatMap((job) => checkEvents(job, seen)),
  ...checkBulk(accepted, seen),
];

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Each request that was accepted is one job, and there is no other job. */
function checkExistence({ jobs, imports }: Accepted, seen: Seen): string[] {
  const broken: string[] = [];
  const originals = seen.jobs.filter(({ redialOf }) => redialOf === undefined);
  const expected = new Map<string, string | undefined>([
    ...imports.flatMap(({ planned }) => planned.rows.map(({ name }) => [name, undefined] as const)),
    ...jobs.map(({ planned, jobId }) => [planned.name, jobId] as const),
  ]);
  for (const [name, jobId] of expected) {
    const found = originals.filter((job) => job.name === name);
    if (found.length !== 1) broken.push(`${name} exists ${times(found.length)}`);
    else if (jobId !== undefined && found[0]?.id !== jobId)
      broken.push(`${name} was answered ${jobId}, and is ${found[0]?.id}`);
  }
  for (const { id, name } of originals) if (!expected.has(name)) broken.push(`${id} was never asked for (${name})`);
  const finished = seen.events.filter(({ event }) => event === 'import_finished');
  for (const { planned, importId, state } of imports) {
    if (state !== 'completed') broken.push(`${planned.name} ended as ${state}`);
    if (!finished.some(({ id }) => id.includes(importId))) broken.push(`${planned.name} has not delivered its end`);
  }
  return broken;
}

/** A phone rings at most once per attempt, by its own count. */
function checkRings({ jobs, rings }: Seen): string[] {
  const broken: string[] = [];
  const count = new Map<string, number>();
  for (const { attempt } of rings) count.set(attempt, (count.get(attempt) ?? 0) + 1);
  for (const [attempt, rung] of count) if (rung > 1) broken.push(`${attempt} rang ${times(rung)}`);
  for (const { id, attempts } of jobs) {
    const own = rings.filter(({ jobId }) => jobId === id).sort((one, other) => one.startMs - other.startMs);
    if (own.length > attempts) broken.push(`${id} rang ${times(own.length)} in ${attempts} attempts`);
    if (attempts > maxCalls) broken.push(`${id} had ${attempts} attempts of ${maxCalls}`);
    if (own.some(({ startMs }, index) => index > 0 && startMs < own[index - 1]!.startMs + retryDelayMs / 2))
      broken.push(`${id} rang again while it was called`);
  }
  return broken;
}

/** No call is made that the rules or a client forbid. */
function checkRules({ planned, jobId, asked }: AcceptedJob, seen: Seen): string[] {
  const job = seen.jobs.find(({ id }) => id === jobId);
  if (job === undefined) return [];
  const broken: string[] = [];
  const expect = (holds: boolean, sentence: string): void => {
    if (!holds) broken.push(`${planned.name} (${jobId}) ${sentence}`);
  };
  const rings = seen.rings.filter((ring) => ring.jobId === jobId);
  const firstMs = Math.min(...rings.map(({ startMs }) => startMs)) + seen.aheadMs;
  const noRing = rings.length === 0;
  const granted = asked?.status === 202;
  switch (planned.kind) {
    case 'soon':
      expect(firstMs >= job.createdMs + (planned.delayMs ?? 0), 'rang before its delay had passed');
      break;
    case 'rescheduled':
      if (granted) expect(firstMs >= (asked.callAtMs ?? 0), 'rang before the instant that it was rescheduled to');
      expect(job.state !== 'canceled', 'was canceled');
      break;
    case 'closed':
    case 'canceled':
      expect(noRing, 'rang outside its window or after its cancellation');
      expect(granted && job.state === 'canceled', `was to be canceled (${asked?.status}), and is ${job.state}`);
      break;
    case 'interrupted':
      if (granted)
        expect(
          rings.every(({ startMs }) => startMs - dialingMs - seen.aheadMs < asked.answeredMs),
          'rang after its cancellation',
        );
      break;
    case 'suppressed':
      expect(noRing && job.failure === 'opted_out', `was suppressed, and is ${job.state} with ${rings.length} rings`);
      break;
    case 'erased':
      expect(granted && job.state === 'deleted', `was to be erased (${asked?.status}), and is ${job.state}`);
      break;
    case 'sip': {
      const calls = seen.phoneCalls.get(planned.phoneNumber) ?? [];
      expect(calls.length <= job.attempts, `rang the phone ${times(calls.length)} in ${job.attempts} attempts`);
      expect(
        calls.every(({ invites }) => invites === 1),
        'rang the phone twice in one call',
      );
      expect(
        calls.every(({ isOpen }) => !isOpen),
        'has left the phone off the hook',
      );
      break;
    }
    case 'corrected':
      expect(asked?.status === 200 || job.state === 'failed', `could not be corrected (${asked?.status})`);
      break;
    default:
  }
  return broken;
}

const finalStates = ['completed', 'failed', 'canceled', 'deleted'];

/** Every job ends, and each of its transitions has reached the receiver, with the instants in order. */
function checkEvents({ id, state, states, callIds }: SeenJob, { events, webhooks }: Seen): string[] {
  const broken: string[] = [];
  const say = (sentence: string): void => void broken.push(`${id} ${sentence}`);
  if (!finalStates.includes(state)) say(`has not ended: it is ${state}`);
  if (states.at(-1) !== state) say(`is ${state} and published ${states.join(', ')}`);
  states.forEach((next, index) => {
    const from = states[index - 1];
    if (from === undefined ? next !== 'created' : !canTransition(from, next)) say(`went from ${from} to ${next}`);
  });
  const moves = events.filter(({ jobId, event }) => jobId === id && event === 'job_state_updated');
  let lastMs = 0;
  states.forEach((expected, index) => {
    const arrived = moves.filter((event) => event.id === stateEventId(id, index));
    if (arrived.length === 0) say(`has not delivered its ${expected} (${index + 1})`);
    for (const { state: said } of arrived) if (said !== expected) say(`has delivered ${said} as its ${expected}`);
    const instants = new Set(arrived.map(({ eventTimeMs }) => eventTimeMs));
    if (instants.size > 1) say(`has delivered its ${expected} with different instants`);
    const [atMs = lastMs] = instants;
    if (arrived.length > 0 && atMs <= lastMs)
      say(`has delivered its ${expected} with the instant ${atMs} after ${lastMs}`);
    lastMs = atMs;
  });
  const known = new Set(states.map((_, index) => stateEventId(id, index)));
  for (const move of moves) if (!known.has(move.id)) say(`has delivered ${move.id}, which it does not have`);
  for (const callId of callIds)
    if (!events.some((event) => event.webhookId === webhooks.others && event.id === endEventId(callId)))
      say(`has not delivered the end of ${callId}`);
  return broken;
}

/** Each job of a bulk action is changed once. */
function checkBulk({ imports }: Accepted, seen: Seen): string[] {
  return imports.flatMap(({ planned, bulk }) => {
    if (bulk === undefined) return [];
    const broken: string[] = [];
    const names = new Set(planned.rows.map(({ name }) => name));
    const own = seen.jobs.filter(({ name, redialOf }) => names.has(name) && redialOf === undefined);
    if (bulk.State !== 'completed' || bulk.Changed !== names.size)
      broken.push(`${planned.name}: ${planned.bulk} changed ${bulk.Changed} of ${names.size} and is ${bulk.State}`);
    if (planned.bulk === 'cancel' && own.some(({ state, attempts }) => state !== 'canceled' || attempts > 0))
      broken.push(`${planned.name}: not every job was canceled without a call`);
    const redials = own.map(({ id }) => seen.jobs.filter(({ redialOf }) => redialOf === id).length);
    const each = planned.bulk === 'redial' ? 1 : 0;
    if (redials.some((count) => count !== each)) broken.push(`${planned.name}: redialed ${redials.join(', ')} times`);
    return broken;
  });
}

const stateEventId = (jobId: string, index: number): string => `evt_${jobId}_${index + 1}`;
const endEventId = (callId: string): string => `evt_${callId}_3`;

/** How many events have not arrived yet. */
export function countMissing({ jobs, events, webhooks }: Pick<Seen, 'jobs' | 'events' | 'webhooks'>): number {
  const arrived = new Set(events.map(({ webhookId, id }) => `${webhookId}/${id}`));
  const expected = jobs.flatMap(({ id, states, callIds }) => [
    ...states.map((_, index) => `${webhooks.states}/${stateEventId(id, index)}`),
    ...callIds.map((callId) => `${webhooks.others}/${endEventId(callId)}`),
  ]);
  return expected.filter((key) => !arrived.has(key)).length;
}
