import { setTimeout as wait } from 'node:timers/promises';
import { simulatorScenarios } from '../../../shared/adapters/telephony/simulated/scenarios';
import { tracesEveryScenario } from '../../support/sizes';
import { until } from '../../support/until';
import type { Seeds } from './seeds';
import type { SeededEnv } from './seeded-env';

/** One kind of job, and the values that only its jobs are given. */
export interface Kind {
  testJob: boolean;
  seeds: Seeds;
}
export const ended = ['completed', 'failed', 'canceled'];
const once = { MaxTotalCalls: 1 };
const far = { Constraints: { MinCreationDelay: '1000h' } };

/** The personal parts of a job, all of them. */
const person = ({ testJob, seeds }: Kind) => ({
  ContactPhoneNumber: seeds.number,
  ContactName: seeds.name,
  Data: { topic: seeds.data, deep: { [seeds.data]: [seeds.data] } },
  ...(testJob ? { TestJob: true } : {}),
});

/** Overrides that end after one call of this course, and hold a text of their own. */
const course = (
  { seeds }: Kind,
  simulator: { Scenario?: string; TalkSeconds?: number },
  constraints: object = once,
) => ({
  Constraints: constraints,
  SST: { deepgram: { options: { keywords: [seeds.overrides] } } },
  // A mailbox listens for as long as the call may last.
  MaxCallSeconds: Math.max(12, simulator.TalkSeconds ?? 0),
  Integrations: { simulator: { RingSeconds: 0.1, TalkSeconds: 1, ...simulator } },
});

/** A machine that other tests keep busy takes its time. */
const timeoutMs = 120_000;

/** Polls the database rarely: dozens wait at once and must not slow down what they wait for. */
function eyes({ mongo }: SeededEnv) {
  const jobs = mongo.db.collection<{ _id: string; State: string }>('jobs');
  const calls = mongo.db.collection<{ _id: string; JobID: string; State: string }>('calls');
  return {
    jobIn: async (jobId: string, states: readonly string[]): Promise<boolean> => {
      await wait(lookEveryMs);
      return (await jobs.countDocuments({ _id: jobId, State: { $in: [...states] } })) === 1;
    },
    callOf: async (JobID: string, State: string): Promise<string | undefined> => {
      await wait(lookEveryMs);
      return (await calls.findOne({ JobID, State }, { projection: { _id: 1 } }))?._id;
    },
  };
}
const lookEveryMs = 200;

/** A conversation, a refusal, a mailbox, and the network's own refusal: each stores something that no other does. */
const fewScenarios = ['conversation_complete', 'user_refusal', 'left_voicemail', 'number_unwanted'] as const;

/** Test jobs only show that the search finds what is there: a conversation and a refusal are enough. */
const scenariosOf = ({ testJob }: Kind) => {
  if (testJob) return fewScenarios.slice(0, 2);
  return tracesEveryScenario ? simulatorScenarios : fewScenarios;
};

/** The network says of this number that its owner wants no calls. It belongs to neither kind. */
const unwantedNumber = '+14155550187';

/** Sends the service through everything that it can meet. */
export function createPaths(testEnv: SeededEnv, campaignId: string, kind: Kind) {
  const { request } = testEnv;
  const { seeds } = kind;
  const jobs = `/campaigns/${campaignId}/jobs`;
  const create = async (overrides: object, headers: Record<string, string> = {}, changed = {}): Promise<string> => {
    const body = { ...person(kind), Overrides: overrides, ...changed };
    const answer = await request<{ JobID: string }>('POST', jobs, body, { headers });
    expect(answer.status).toBe(201);
    return answer.body.JobID;
  };
  const { jobIn, callOf } = eyes(testEnv);
  const active = async (jobId: string): Promise<string> =>
    (await until(
      () => callOf(jobId, 'active'),
      (call) => call !== undefined,
      timeoutMs,
    )) ?? '';
  /** Waits for the job, then reads all of it. */
  const inState = async (jobId: string, states: readonly string[]): Promise<void> => {
    await until(() => jobIn(jobId, states), Boolean, timeoutMs);
    expect((await request('GET', `${jobs}/${jobId}?events=1`)).status).toBe(200);
  };

  return {
    create,
    active,
    inState,
    /** Asks for a job that only waits, until it is there: the first to ask may be dead, and hold its place for a while. */
    waiting: async (key: string): Promise<string> => {
      const headers = { 'idempotency-key': key };
      const made = await until(
        () => request<{ JobID: string }>('POST', jobs, { ...person(kind), Overrides: far }, { headers }),
        ({ status }) => status === 201,
        timeoutMs,
      );
      return made.body.JobID;
    },
    longCall: () => create(course(kind, { Scenario: 'conversation_complete', TalkSeconds: 600 })),

    /** All jobs of the campaign, as a file. */
    exported: async (): Promise<string> => {
      const headers = { authorization: `Bearer ${testEnv.key}`, accept: 'text/csv' };
      const answer = await fetch(`${testEnv.api.url}${jobs}`, { headers });
      testEnv.answers.headers.push(JSON.stringify([...answer.headers]));
      return answer.text();
    },

    /** A call of each course; of test jobs, of a few. A number that refuses is suppressed, so it is called by no other job. */
    scenarios: () =>
      Promise.all(
        scenariosOf(kind).map((Scenario) => {
          const refusing: Partial<Record<string, string>> = {
            user_refusal: seeds.refusingNumber,
            number_unwanted: unwantedNumber,
          };
          const ContactPhoneNumber = refusing[Scenario];
          return create(course(kind, { Scenario }), {}, ContactPhoneNumber === undefined ? {} : { ContactPhoneNumber });
        }),
      ),

    /** A request that is repeated, and its key used for another one. */
    repeated: async (): Promise<string> => {
      const headers = { 'idempotency-key': seeds.idempotencyKey };
      const overrides = course(kind, { Scenario: 'contact_busy' });
      const first = await create(overrides, headers);
      expect(await create(overrides, headers)).toBe(first);
      const other = { ...person(kind), ContactName: seeds.refused };
      expect((await request('POST', jobs, other, { headers })).status).toBe(422);
      return first;
    },

    /** A call that an operator stops, with a reason. */
    stopped: async (): Promise<string> => {
      const jobId = await create(course(kind, { TalkSeconds: 600, Scenario: 'conversation_complete' }));
      const callId = await active(jobId);
      const stop = `${jobs}/${jobId}/calls/${callId}/stop`;
      expect((await request('POST', stop, { Reason: `${seeds.stopReason} ${seeds.number}` })).status).toBe(202);
      await inState(jobId, ended);
      expect((await request('POST', stop, { Reason: seeds.refused })).status).toBe(409);
      return jobId;
    },

    /** A job that waits, is changed, found, explained, put off and canceled. */
    changed: async (): Promise<string> => {
      const jobId = await create(course(kind, {}, { MinCreationDelay: '100h' }));
      await inState(jobId, ['scheduled']);
      const steps: [string, object | undefined, number][] = [
        [
          `POST ${jobs}/${jobId}/update`,
          { Data: { topic: seeds.newData }, Constraints: { MinCreationDelay: '90h' } },
          202,
        ],
        [`POST ${jobs}/${jobId}/reschedule`, { CallAtUnixSeconds: Math.round(Date.now() / 1000) + 86_400 }, 202],
        [`POST ${jobs}/${jobId}/reschedule`, { CallAtUnixSeconds: seeds.refused }, 400],
        [`POST ${jobs}/${jobId}/update`, { Data: seeds.refused }, 400],
        [`GET ${jobs}/search?search=${encodeURIComponent(seeds.number)}`, undefined, 200],
        [`GET ${jobs}?by_time=true`, undefined, 200],
        [`GET ${jobs}/${jobId}/schedule`, undefined, 200],
        [`POST ${jobs}/${jobId}/cancel`, undefined, 202],
      ];
      for (const [line, body, status] of steps) {
        const [method = '', path = ''] = line.split(' ');
        const headers: Record<string, string> =
          method === 'POST' ? { 'idempotency-key': `${seeds.idempotencyKey}-${status}-${path.split('/').at(-1)}` } : {};
        // A busy machine may be slower than the engine's deadline: then a client repeats.
        const answer = await until(
          () => request(method, path, body, { headers }),
          ({ status: seen }) => seen !== 503,
          60_000,
        );
        expect([line, answer.status]).toEqual([line, status]);
      }
      await inState(jobId, ['canceled']);
      return jobId;
    },
  };
}
