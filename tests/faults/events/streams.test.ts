import { randomBytes } from 'node:crypto';
import { createOutdialClient } from '@outdial/client';
import { apiKeyHash } from '../../../shared/adapters/crypto/api-key';
import type { JobStateEvent } from '../../../shared/domain/webhook/event';
import { jobStates } from '../../../shared/domain/job/state';
import { orgId } from '../../support/builders';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { createProcesses, type ApiProcess } from '../../support/processes';
import { noTemporal } from '../../support/temporal-namespace';
import { until } from '../../support/until';

const streams = 200;
const jobs = 40;
const movesPerJob = 6;

describe('two hundred streams of events', () => {
  const processes = createProcesses();
  const stops: AbortController[] = [];
  let testEnv: ProcessEnv;
  const key = randomBytes(24).toString('base64url');

  beforeAll(async () => {
    const mongo = await processes.mongo({ inMemory: true });
    // No workflow runs: the API needs no engine for this.
    testEnv = await createProcessEnv({ mongo: mongo.uri, temporal: noTemporal });
    const owned = { ID: 'key_1', OrgID: orgId, Hash: apiKeyHash(key), Name: 'Test', CreatedMS: Date.now() };
    await testEnv.store.apiKeys.insertIfAbsent({ ...owned, Scopes: ['jobs:read'] });
  }, 90_000);
  afterAll(async () => {
    for (const stop of stops) stop.abort();
    await testEnv.close();
    await processes.end();
  });

  const startApi = (port?: string): Promise<ApiProcess> =>
    processes.api({
      ...testEnv.env,
      EVENT_STREAMS_PER_KEY: String(streams),
      ...(port === undefined ? {} : { PORT: port }),
    });

  /** Moves the jobs in turns, each move after the one before it is stored, as workflows do. */
  async function moveJobs(moves: readonly number[]): Promise<void> {
    for (const sequence of moves) {
      const events = Array.from({ length: jobs }, (_, index): JobStateEvent => {
        const state = jobStates[sequence % jobStates.length] ?? 'created';
        const at = { eventTimeMs: Date.now() + sequence, sequence, state };
        return { orgId, campaignId: testEnv.campaignId, jobId: `job_${index}`, testJob: false, ...at };
      });
      // As many writers as workers would be.
      await Promise.all(events.map((event) => testEnv.store.events.recordStates([[event, {}]])));
    }
  }

  it('see every event once, in the order of each job, while API processes are killed and drained', async () => {
    let api = await startApi();
    const { port } = new URL(api.url);
    let open = 0;
    const follow = (): Map<string, number[]> => {
      const got = new Map<string, number[]>();
      const stop = new AbortController();
      stops.push(stop);
      const client = createOutdialClient({ baseUrl: api.url, apiKey: key });
      const read = async (): Promise<void> => {
        const options = { signal: stop.signal, onOpen: () => open++ };
        for await (const { event } of client.events.stream({}, options)) {
          const { JobID = '', ID } = event;
          got.set(JobID, [...(got.get(JobID) ?? []), Number(ID.split('_').at(-1))]);
        }
      };
      read().catch((error: unknown) => {
        if (!stop.signal.aborted) got.set(String(error), []);
      });
      return got;
    };
    const followers = Array.from({ length: streams }, follow);
    await until(
      () => open,
      (count) => count === streams,
      20_000,
    );

    const seenBy = (got: Map<string, number[]>): number =>
      [...got.values()].reduce((sum, { length }) => sum + length, 0);
    const reach = (moves: number) =>
      until(
        () => Math.min(...followers.map(seenBy)),
        (least) => least >= moves * jobs,
        30_000,
      );

    await moveJobs([1]);
    await reach(1);
    const killed = moveJobs([2, 3]);
    await api.kill();
    await killed;
    api = await startApi(port);
    await reach(3);
    const drained = moveJobs([4, 5]);
    await api.stop();
    await drained;
    await startApi(port);
    await moveJobs([6]);
    await reach(movesPerJob);

    const expected = Object.fromEntries(
      Array.from({ length: jobs }, (_, index) => [`job_${index}`, [1, 2, 3, 4, 5, 6].slice(0, movesPerJob)]),
    );
    for (const got of followers) expect(Object.fromEntries(got)).toEqual(expected);
    expect(open).toBeGreaterThanOrEqual(3 * streams);
  }, 90_000);
});
