import type { CallRecord } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import { simulated } from '../../support/builders';
import { scaledMs } from '../../support/deadline';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { createProcesses } from '../../support/processes';
import { setting } from '../../support/setting';
import { createTestNamespace } from '../../support/temporal-namespace';
import { until } from '../../support/until';

const jobOverrides = simulated({
  Scenario: 'conversation_complete',
  RingSeconds: 1,
  TalkSeconds: scaledMs(8_000) / 1_000,
});

describe('a worker that is shut down in a conversation', () => {
  const processes = createProcesses();
  let testEnv: ProcessEnv;
  beforeAll(async () => {
    const temporal = await createTestNamespace();
    testEnv = await createProcessEnv({ mongo: setting('OUTDIAL_TEST_MONGODB'), temporal });
  }, 60_000);
  afterAll(async () => {
    await processes.end();
    await testEnv.mongo.db.dropDatabase();
    await testEnv.close();
  });

  const callsOf = (job: Job): Promise<CallRecord[]> => testEnv.store.calls.listByJob(job.ID);
  /** A job that is in a conversation on a worker with these settings. */
  const converse = async (settings: NodeJS.ProcessEnv) => {
    const worker = await processes.worker({ ...testEnv.env, ...settings });
    const job = await testEnv.insert({ Overrides: jobOverrides });
    await testEnv.start(job);
    await until(
      () => callsOf(job),
      ([call]) => call?.State === 'active' && call.ConnectedMS !== undefined,
      30_000,
    );
    return { worker, job };
  };

  it('lets the call run to its end and stores its recording, while another worker continues the job', async () => {
    const { worker, job } = await converse({});
    const next = await processes.worker(testEnv.env);
    expect(await worker.stop('SIGTERM')).toBe(0);
    expect(worker.output()).toContain('"msg":"worker.draining"');
    const [call] = await callsOf(job);
    expect(call?.State).toBe('ended');
    expect(call?.EndedReason).not.toBe('assistant_error');
    expect(call?.Recordings).toHaveLength(3);
    await until(
      () => testEnv.load(job.ID),
      ({ State }) => State === 'completed',
      30_000,
    );
    expect(await invariantViolations(testEnv, job.ID)).toEqual([]);
    expect([...(await ringsByAttempt(testEnv.mongo)).values()]).toEqual([1]);
    await next.stop();
  }, 120_000);

  it('hangs up when the grace period is over, and says why', async () => {
    const { worker, job } = await converse({ WORKER_GRACE_SECONDS: '0' });
    expect(await worker.stop('SIGTERM')).toBe(0);
    const [call] = await callsOf(job);
    expect(call).toMatchObject({
      EndedReason: 'assistant_error',
      Error: 'The worker that handled the call was shut down.',
    });
  }, 120_000);
});
