import { isRunning } from '../../../shared/domain/job/state';
import { simulated } from '../../support/builders';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { createProcesses, type TestProcess } from '../../support/processes';
import { until } from '../../support/until';

const aTalk = simulated({ Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: 8 });

describe('a server that dies in mid-call', () => {
  const processes = createProcesses();
  let temporal: TestProcess & { address: string };
  let mongo: TestProcess & { uri: string };
  let worker: TestProcess;
  let world: ProcessEnv;
  beforeAll(async () => {
    [temporal, mongo] = await Promise.all([processes.temporal({ onDisk: true }), processes.mongo()]);
    world = await createProcessEnv({ mongo: mongo.uri, temporal: temporal.address });
    worker = await processes.worker(world.env);
  }, 60_000);
  afterAll(async () => {
    await world.close();
    await processes.end();
  });

  const inCall = async (): Promise<string> => {
    const job = await world.insert({ Overrides: aTalk });
    await world.workflows.startJob(job);
    const callsOf = async () => (await world.store.calls.listByJob(job.ID))[0]?.State;
    await until(callsOf, (state) => state === 'active', 15_000);
    return job.ID;
  };
  const end = (jobId: string) =>
    until(
      () => world.load(jobId),
      (job) => !isRunning(job.State),
      60_000,
    );

  it('MongoDB: the talk goes on, and is on record when the store is back', async () => {
    const jobId = await inCall();
    await mongo.kill();
    await mongo.start();
    expect(await end(jobId)).toMatchObject({ State: 'completed', CallCount: 1 });
    const [call] = await world.store.calls.listByJob(jobId);
    expect(call).toMatchObject({ State: 'ended', EndedReason: 'assistant_hung_up' });
    expect(call?.Messages.length).toBeGreaterThan(1);
    expect(await invariantViolations(world, jobId)).toEqual([]);
    expect(worker.running()).toBe(true);
  }, 120_000);

  it('Temporal: the talk goes on, and its job goes on from it', async () => {
    const jobId = await inCall();
    await temporal.kill();
    await temporal.start();
    expect(await end(jobId)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect(await invariantViolations(world, jobId)).toEqual([]);
    expect([...(await ringsByAttempt(world.mongo, jobId)).values()]).toEqual([1]);
    expect(worker.running()).toBe(true);
  }, 120_000);
});
