import type { SimulatorScenario } from '../../../shared/adapters/telephony/simulated/scenarios';
import type { RetryRule, RetryRules } from '../../../shared/domain/retry/retry-rules';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import { isRunning } from '../../../shared/domain/job/state';
import { simulated } from '../../support/builders';
import { addWebhook } from '../../support/erasure';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { createProcesses } from '../../support/processes';
import { workerKills as size } from '../../support/sizes';
import { until } from '../../support/until';
import { setting } from '../../support/setting';
import { createTestNamespace } from '../../support/temporal-namespace';

const scenarios: SimulatorScenario[] = [
  'conversation_complete',
  'contact_busy',
  'contact_did_not_answer',
  'left_voicemail',
  'user_refusal',
  'call_dropped',
];
/** Retries at once, so that the end of every job can be waited for. */
const atOnce: RetryRule = { Then: 'retry', Delays: ['1s'] };
const RetryRules: RetryRules = {
  assistant_error: atOnce,
  contact_busy: atOnce,
  contact_did_not_answer: atOnce,
  left_voicemail: atOnce,
  call_dropped: atOnce,
};

const isActive = ({ State }: CallRecord): boolean => State === 'active';

describe('a worker that is killed again and again', () => {
  const processes = createProcesses();
  let testEnv: ProcessEnv;
  afterAll(async () => {
    await testEnv.close();
    await processes.end();
  });

  it('loses no job, rings at most once per attempt and publishes every transition once', async () => {
    const temporal = await createTestNamespace();
    testEnv = await createProcessEnv(
      { mongo: setting('OUTDIAL_TEST_MONGODB'), temporal },
      // So many lost workers would open the circuit breaker, and the calls would wait.
      { RetryRules, Defaults: { Constraints: { MaxTotalCalls: 4 } }, CircuitBreaker: { Enabled: false } },
    );
    // Without a webhook a lost delivery would go unnoticed.
    await addWebhook(testEnv.store, 'http://127.0.0.1:9/');
    const worker = await processes.worker(testEnv.env);
    const jobs = await Promise.all(
      Array.from({ length: size.jobs }, (_, index) =>
        testEnv.insert({
          // Who refuses is called by no other job.
          PhoneNumber: `+141555502${String(index).padStart(2, '0')}`,
          Overrides: simulated({
            Scenario: scenarios[index % scenarios.length]!,
            RingSeconds: 1,
            // The first job's conversation lasts long enough to be met by a kill on a machine that pauses.
            TalkSeconds: index === 0 ? 15 : 2,
          }),
        }),
      ),
    );
    await Promise.all(jobs.map((job) => testEnv.start(job)));
    const loadJobs = () => Promise.all(jobs.map((job) => testEnv.load(job.ID)));
    const hasActiveCall = async () => (await testEnv.store.calls.listByJob(jobs[0]!.ID)).some(isActive);
    const moves = async () => (await loadJobs()).reduce((sum, job) => sum + job.Sequence, 0);
    await until(hasActiveCall, (active) => active, 60_000);
    await worker.kill();
    await worker.start();
    for (let kill = 1; kill < size.kills; kill++) {
      // At a different place each time: after so and so many more moves of any of the jobs, or in the middle of a silence.
      const before = await moves();
      const goal = before + 1 + ((kill * 5) % 11);
      await until(moves, (count) => count >= goal, 4_000).catch(() => undefined);
      await worker.kill();
      await worker.start();
    }
    const ended = await until(loadJobs, (all) => all.every((job) => !isRunning(job.State)), 100_000);
    const broken = await Promise.all(jobs.map((job) => invariantViolations(testEnv, job.ID)));
    expect(broken.flat()).toEqual([]);
    for (const job of ended) expect(['completed', 'failed']).toContain(job.State);
    // Otherwise the worker was never killed in a call, and this test shows less than it says.
    const [firstCall] = await testEnv.store.calls.listByJob(jobs[0]!.ID);
    expect(firstCall?.Error).toContain('worker');
    expect([...(await ringsByAttempt(testEnv.mongo)).values()].every((rings) => rings === 1)).toBe(true);
  }, 200_000);
});
