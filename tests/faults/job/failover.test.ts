import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../../../shared/domain/job/state';
import type { RetryRule } from '../../../shared/domain/retry/retry-rules';
import { simulated } from '../../support/builders';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { startMongoFaultProxy, type MongoFaultProxy } from '../../support/mongo-fault-proxy';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { createProcesses } from '../../support/processes';
import { createRequest, untilReady, type Answer, type Request } from '../../support/requests';
import { setting } from '../../support/setting';
import { electionMs } from '../../support/sizes';
import { createTestNamespace } from '../../support/temporal-namespace';
import { until } from '../../support/until';

const key = 'od_test_0123456789abcdefghijklmn';
const campaign = '/campaigns/campaign_demo';
const clients = 4;
/** Retries at once, so that the end of every job can be waited for. */
const atOnce: RetryRule = { Then: 'retry', Delays: ['1s'] };
const Overrides = simulated({ Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: 2 });

interface Load {
  /** The jobs that were accepted, by the key of their request. */
  jobs: Map<string, string>;
  statuses: Set<number>;
  stop(): Promise<void>;
}

/** Clients that create one job after the other, change it and read it. They repeat what is answered with "later". */
function startLoad(request: Request): Load {
  const jobs = new Map<string, string>();
  const statuses = new Set<number>();
  let stopping = false;
  const send = async (...asked: Parameters<Request>): Promise<Answer<{ JobID: string; Data: { State: string } }>> => {
    for (;;) {
      const answer = await request<{ JobID: string; Data: { State: string } }>(...asked);
      statuses.add(answer.status);
      const retryAfter = answer.headers.get('retry-after');
      if (retryAfter === null) return answer;
      await sleep(Number(retryAfter) * 1_000);
    }
  };
  const runClient = async (client: number): Promise<void> => {
    for (let turn = 0; !stopping; turn++) {
      const name = `${client}-${turn}`;
      const body = { ContactPhoneNumber: '+14155550123', Overrides };
      const created = await send('POST', `${campaign}/jobs`, body, { headers: { 'Idempotency-Key': name } });
      jobs.set(name, created.body.JobID);
      const path = `${campaign}/jobs/${created.body.JobID}`;
      await send('POST', `${path}/update`, { Metadata: { turn } });
      await until(
        () => send('GET', path),
        ({ body: { Data } }) => stopping || (Data.State !== 'created' && Data.State !== 'scheduled'),
        60_000,
      );
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
  running.catch(() => undefined);
  return {
    jobs,
    statuses,
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}

describe('a replica set that elects a primary, twice, under load', () => {
  const processes = createProcesses();
  let proxy: MongoFaultProxy;
  let testEnv: ProcessEnv;
  afterAll(async () => {
    await processes.end();
    await testEnv.close();
    await proxy.stop();
  });

  it('loses nothing, rings nothing twice and answers no 500', async () => {
    const temporal = await createTestNamespace();
    proxy = await startMongoFaultProxy(setting('OUTDIAL_TEST_MONGODB'));
    testEnv = await createProcessEnv({ mongo: setting('OUTDIAL_TEST_MONGODB'), temporal });
    const env = { ...testEnv.env, MONGODB_URI: proxy.uri, OUTDIAL_BOOTSTRAP_KEY: key, OUTDIAL_DEMO: '1' };
    const [api, worker] = await Promise.all([processes.api(env), processes.worker(env)]);
    await untilReady(api.url);
    const request = createRequest(api.url, key);
    const RetryRules = { assistant_error: atOnce, call_dropped: atOnce };
    const Defaults = { Constraints: { MaxTotalCalls: 9 } };
    // Elections cut many calls off at once, which would open it.
    const CircuitBreaker = { Enabled: false };
    expect((await request('PATCH', campaign, { RetryRules, Defaults, CircuitBreaker })).status).toBe(200);

    const load = startLoad(request);
    const activeCalls = () => testEnv.mongo.db.collection('calls').countDocuments({ State: 'active' });
    for (let election = 0; election < 2; election++) {
      await until(activeCalls, (count) => count > 0, 60_000);
      await proxy.elect(electionMs);
      // The service works again: another job is accepted.
      const before = load.jobs.size;
      await until(
        () => load.jobs.size,
        (size) => size > before,
        60_000,
      );
    }
    await load.stop();

    const ids = [...load.jobs.values()];
    const loadJobs = () => Promise.all(ids.map((id) => testEnv.load(id)));
    const ended = await until(loadJobs, (jobs) => jobs.every((job) => !isRunning(job.State)), 120_000);
    for (const { State } of ended) expect(['completed', 'failed']).toContain(State);
    expect(await testEnv.mongo.db.collection('jobs').countDocuments()).toBe(ids.length);
    expect((await Promise.all(ids.map((id) => invariantViolations(testEnv, id)))).flat()).toEqual([]);
    const rings = [...(await ringsByAttempt(testEnv.mongo)).values()];
    expect(rings.length).toBeGreaterThanOrEqual(ids.length);
    expect(new Set(rings)).toEqual(new Set([1]));
    // 409: the first request with this key has not ended yet.
    for (const status of load.statuses) expect([200, 201, 202, 409, 503]).toContain(status);
    expect([api.running(), worker.running()]).toEqual([true, true]);
  }, 300_000);
});
