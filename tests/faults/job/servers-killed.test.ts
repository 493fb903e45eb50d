import { isRunning } from '../../../shared/domain/job/state';
import { simulated } from '../../support/builders';
import { scaledMs } from '../../support/deadline';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { createProcesses, type TemporalProcess, type TestProcess } from '../../support/processes';
import { until } from '../../support/until';

const aTalk = simulated({ Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: scaledMs(8_000) / 1_000 });

describe('a server that dies in mid-call', () => {
  const processes = createProcesses();
  let temporal: TemporalProcess;
  let mongo: TestProcess & { uri: string };
  let worker: TestProcess;
  let testEnv: ProcessEnv;
  beforeAll(async () => {
    [temporal, mongo] = await Promise.all([processes.temporal({ onDisk: true }), processes.mongo()]);
    testEnv = await createProcessEnv({ mongo: mongo.uri, temporal });
    worker = await processes.worker(testEnv.env);
  }, 60_000);
  afterAll(async () => {
    await testEnv.close();
    await processes.end();
  });

  const inCall = async (): Promise<string> => {
    const job = await testEnv.insert({ Overrides: aTalk });
    await testEnv.start(job);
    const callsOf = async () => (await testEnv.store.calls.listByJob(job.ID))[0]?.State;
    await until(callsOf, (state) => state === 'active', 15_000);
    return job.ID;
  };
  const end = (jobId: string) =>
    until(
      () => testEnv.load(jobId),
      (job) => !isRunning(job.State),
      60_000,
    );

  it('MongoDB: the talk goes on, and is on record when the store is back', async () => {
    const jobId = await inCall();
    await mongo.kill();
    await mongo.start();
    expect(await end(jobId)).toMatchObject({ State: 'completed', CallCount: 1 });
    const [call] = await testEnv.store.calls.listByJob(jobId);
    expect(call).toMatchObject({ State: 'ended', EndedReason: 'assistant_hung_up' });
    expect(call?.Messages.length).toBeGreaterThan(1);
    expect(await invariantViolations(testEnv, jobId)).toEqual([]);
    expect(worker.running()).toBe(true);
  }, 120_000);

  it('Temporal: the talk goes on, and its job goes on from it', async () => {
    const jobId = await inCall();
    await temporal.kill();
    await temporal.start();
    expect(await end(jobId)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect(await invariantViolations(testEnv, jobId)).toEqual([]);
    expect([...(await ringsByAttempt(testEnv.mongo, jobId)).values()]).toEqual([1]);
    expect(worker.running()).toBe(true);
  }, 120_000);
});
