import { mintApiKey } from '../../../shared/adapters/crypto/api-key';
import type { SimulatorScenario } from '../../../shared/adapters/telephony/simulated/scenarios';
import { scopes } from '../../../shared/domain/access/scope';
import type { Job } from '../../../shared/domain/job/job';
import { isRunning } from '../../../shared/domain/job/state';
import type { RetryRule } from '../../../shared/domain/retry/retry-rules';
import { orgId, simulated } from '../../support/builders';
import { countCalls, countFully, keptGroups, keptJobs, type FullCount } from '../../support/full-count';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { createProcesses, type TestProcess } from '../../support/processes';
import { statsMoments } from '../../support/sizes';
import { createTestNamespace } from '../../support/temporal-namespace';
import { until } from '../../support/until';

const dayMs = 86_400_000;
const moments = statsMoments;
/** Each of the three is killed once. */
const killEvery = Math.floor(moments / 3);
const scenarios: SimulatorScenario[] = [
  'conversation_complete',
  'contact_busy',
  'contact_did_not_answer',
  'call_dropped',
];
const atOnce: RetryRule = { Then: 'retry', Delays: ['1s'] };

describe('the statistics of a campaign while what keeps them is killed', () => {
  const processes = createProcesses();
  let testEnv: ProcessEnv;
  afterAll(async () => {
    await testEnv.close();
    await processes.end();
  });

  it('are what a full count from outside gives, at every moment, and by every dimension in the end', async () => {
    const [temporal, mongo] = await Promise.all([createTestNamespace(), processes.mongo()]);
    testEnv = await createProcessEnv(
      { mongo: mongo.uri, temporal },
      {
        RetryRules: {
          contact_busy: atOnce,
          contact_did_not_answer: atOnce,
          call_dropped: atOnce,
          assistant_error: atOnce,
        },
        Defaults: { Constraints: { MaxTotalCalls: 2 } },
        CircuitBreaker: { Enabled: false },
      },
    );
    const { store, campaignId, mongo: opened, env } = testEnv;
    const { id: ID, key: apiKey, hash: Hash } = mintApiKey();
    await store.apiKeys.insertIfAbsent({ ID, OrgID: orgId, Hash, Name: 'Test', Scopes: scopes, CreatedMS: Date.now() });
    const [worker, api] = await Promise.all([processes.worker(env), processes.api(env)]);
    const jobs: Job[] = [];
    const addJob = async (): Promise<void> => {
      const n = jobs.length;
      const Scenario = scenarios[n % scenarios.length]!;
      const PhoneNumber = `+141555503${String(n).padStart(2, '0')}`;
      const Overrides = simulated({ Scenario, RingSeconds: 0.5, TalkSeconds: 1 });
      const job = await testEnv.insert({ PhoneNumber, Overrides });
      jobs.push(job);
      await testEnv.start(job);
    };

    const key = { orgId, campaignId };
    const interval = { fromMs: Date.now() - dayMs, toMs: Date.now() + dayMs };
    const read = async (by: 'attempt' | 'caller_id') => {
      while (!(await store.stats.foldCampaign(key, Date.now())).drained);
      return store.stats.read(key, { interval, by });
    };
    /** Both counts, if nothing changed while they were made; `undefined` otherwise, and while the store is unavailable. */
    const countBoth = async (): Promise<{ full: FullCount; kept: FullCount } | undefined> => {
      const full = await countFully(opened.db, campaignId);
      const kept = keptJobs(await read('attempt'), Date.now());
      const after = await countFully(opened.db, campaignId);
      return JSON.stringify(full) === JSON.stringify(after) ? { full, kept } : undefined;
    };
    // The API counts for each of these, beside the worker and this test.
    const ask = () =>
      fetch(`${api.url}/campaigns/${campaignId}/stats?bucket=hour`, { headers: { authorization: `Bearer ${apiKey}` } })
        .then(({ status }) => status)
        .catch(() => 0);

    const victims: TestProcess[] = [mongo, worker, api];
    const seen = new Set<string>();
    for (let moment = 0; moment < moments; moment++) {
      const victim = moment % killEvery === killEvery - 1 ? victims[Math.floor(moment / killEvery)] : undefined;
      await addJob();
      const asking = ask();
      if (victim !== undefined) {
        await victim.kill();
        await victim.start();
      }
      const counted = await until(
        () => countBoth().catch(() => undefined),
        (counts) => counts !== undefined,
        60_000,
      );
      expect(counted!.kept).toEqual(counted!.full);
      seen.add(JSON.stringify(counted!.full));
      await asking;
    }
    expect(seen.size).toBe(moments);

    await until(
      async () =>
        (await Promise.all(jobs.map(({ ID: id }) => testEnv.load(id)))).filter(({ State }) => isRunning(State)),
      (running) => running.length === 0,
      90_000,
    );
    const full = await countFully(opened.db, campaignId);
    const calls = await countCalls(opened.db, campaignId);
    expect(keptJobs(await read('attempt'), Date.now())).toEqual(full);
    expect(keptGroups(await read('attempt'))).toEqual(calls.byAttempt);
    expect(keptGroups(await read('caller_id'))).toEqual(calls.byCaller);
    expect(full.attempts).toBeGreaterThan(moments);
    expect(await ask()).toBe(200);
  }, 240_000);
});
