import { sweep } from '../../../activities/sweeper/sweeper';
import { CallRefusedError, type CallLeg, type DialRequest } from '../../../shared/adapters/telephony/telephony';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { Job } from '../../../shared/domain/job/job';
import { isRunning } from '../../../shared/domain/job/state';
import { campaignQuota } from '../../../shared/domain/planning/call-quotas';
import { aCampaign, aJob, orgId, simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { until } from '../../support/until';

const hourMs = 3_600_000;
const quick = { Overrides: simulated({ Scenario: 'conversation_complete', RingSeconds: 0.1, TalkSeconds: 0.1 }) };
/** A call that the test ends, and no other one after it. */
const untilHungUp = simulated(
  { Scenario: 'conversation_complete', RingSeconds: 0.1, TalkSeconds: 600 },
  { Constraints: { MaxTotalCalls: 1 } },
);
const isInCallOrQueue = ({ State, Queued }: Job): boolean => State === 'calling' || Queued?.WaitsIn !== undefined;

describe('the pace of calls', () => {
  let env: InProcessEnv;
  beforeAll(async () => {
    env = await createInProcessEnv();
    await env.deps.store.organizations.insertIfAbsent({ ID: orgId, Name: 'Test', CreatedMS: Date.now() });
  }, 60_000);
  afterAll(() => env.close());
  jest.setTimeout(90_000);

  let campaigns = 0;
  const campaign = async (config: Partial<CampaignConfig>): Promise<string> => {
    const ID = `campaign_paced_${++campaigns}`;
    const times = { CreatedMS: Date.now(), UpdatedMS: Date.now() };
    await env.deps.store.campaigns.insert({ ID, OrgID: orgId, Version: 1, Config: aCampaign(config), ...times });
    return ID;
  };
  const completed = ({ ID }: Job): Promise<Job> => env.reach(ID, ({ State }) => State === 'completed', 40_000);
  /** One attempt. A call that comes too late for its place, as on a busy machine, is not dialed and does not count. */
  const once = { Metrics: { TotalCallAttempts: 1 } };

  /** Records every call from before it is dialed until the line says that it is over, which the service hears later. */
  function watchLine() {
    const { provider } = env.deps;
    const dial = provider.dial.bind(provider);
    const rings: { jobId: string; atMs: number; leg?: CallLeg }[] = [];
    let [open, most] = [0, 0];
    provider.dial = async (request: DialRequest) => {
      const ring: (typeof rings)[number] = { jobId: request.jobId, atMs: Date.now() };
      rings.push(ring);
      most = Math.max(most, ++open);
      const leg = await dial(request);
      ring.leg = leg;
      void leg.ended.then(() => open--);
      return leg;
    };
    return {
      rings,
      most: () => most,
      /** @param nth from 0 */
      leg: async (nth: number): Promise<CallLeg> =>
        (await until(
          () => rings[nth]?.leg,
          (leg) => leg !== undefined,
        ))!,
      stop: () => {
        provider.dial = dial;
      },
    };
  }

  /** A job that waits in its campaign's queue and whose workflow does not run. */
  async function insertWaiting(CampaignID: string, count: number, sinceMs = Date.now()): Promise<Job[]> {
    const quota = campaignQuota(CampaignID, { MaxConcurrentCalls: 2 });
    const jobs = Array.from({ length: count }, (_, index) => {
      const UntilMS = sinceMs + hourMs;
      const Queued = { By: 'MaxConcurrentCalls', Limit: 2, Scope: quota.scope, WaitsIn: quota.scope } as const;
      const wait = { ...Queued, UntilMS, SinceMS: sinceMs + index, Priority: 0 };
      const times = { CreatedMS: sinceMs, NextCallMS: UntilMS, DueMS: UntilMS };
      return aJob({ ...quick, ...times, CampaignID, State: 'scheduled', Sequence: 2, Queued: wait });
    });
    for (let from = 0; from < count; from += 100) await env.deps.store.jobs.insertMissing(jobs.slice(from, from + 100));
    return jobs;
  }

  it('lets an organization have no more calls at once than its limit: the others wait, and each is made', async () => {
    await env.deps.store.organizations.setPolicy(orgId, { MaxConcurrentCalls: 2 });
    const line = watchLine();
    const CampaignID = await campaign({});
    const jobs: Job[] = [];
    for (let n = 0; n < 7; n++) jobs.push(await env.post({ Overrides: untilHungUp, CampaignID }));
    // Each has asked for a place: two have got one.
    const left = async () =>
      (await Promise.all(jobs.map(({ ID }) => env.load(ID)))).filter((job) => !isInCallOrQueue(job));
    await until(left, ({ length }) => length === 0);
    for (let ended = 0; ended < jobs.length; ended++) await (await line.leg(ended)).hangUp();
    for (const { ID } of jobs) expect(await env.reach(ID, ({ State }) => !isRunning(State))).toMatchObject(once);
    line.stop();
    expect({ rings: line.rings.length, most: line.most() }).toEqual({ rings: 7, most: 2 });
    for (const { ID } of jobs) expect(await invariantViolations(env.deps, ID)).toEqual([]);
    await env.deps.store.organizations.setPolicy(orgId, { MaxConcurrentCalls: undefined });
  });

  it('rings the next contacts in their order as places become free, while a thousand wait', async () => {
    const CampaignID = await campaign({ Pacing: { MaxConcurrentCalls: 2 } });
    const waiting = await insertWaiting(CampaignID, 1_000);
    const line = watchLine();
    await completed(await env.post({ ...quick, CampaignID }));
    line.rings.length = 0;
    await env.deps.store.callQuotas.announce(campaignQuota(CampaignID, { MaxConcurrentCalls: 2 }), Date.now() - hourMs);
    await sweep(env.deps);
    await until(
      () => line.rings.length,
      (count) => count >= 32,
      60_000,
    );
    const jobs = env.deps.mongo.db.collection('jobs');
    const running = () => jobs.countDocuments({ CampaignID, State: { $in: ['calling', 'analyzing'] } });
    const pause = async (): Promise<void> => {
      await env.deps.store.campaigns.setState({ orgId, campaignId: CampaignID }, 'paused');
      await until(running, (count) => count === 0);
    };
    await pause();
    const scopes = env.deps.mongo.db.collection<{ _id: string }>('call_quotas');
    const countWaiting = () => jobs.countDocuments({ 'Queued.WaitsIn': `campaign/${CampaignID}` });
    // The sweeper looks at the scope, but a paused campaign's jobs stay where they are.
    const left = await countWaiting();
    const look = async (): Promise<void> => {
      await scopes.updateOne({ _id: `campaign/${CampaignID}` }, { $set: { WaitingMS: 1 } });
      await sweep(env.deps);
    };
    await look();
    expect(await countWaiting()).toBe(left);
    const rung = line.rings.length;
    await env.deps.store.campaigns.setState({ orgId, campaignId: CampaignID }, 'active');
    await look();
    await until(
      () => line.rings.length,
      (count) => count > rung + 2,
    );
    await pause();
    line.stop();
    expect(line.most()).toBeLessThanOrEqual(2);
    // One place wakes one job: those behind have no workflow.
    const last = waiting.at(-1)!;
    await expect(env.handle(last.ID).describe()).rejects.toThrow();
    const order = line.rings
      .map(({ jobId }) => waiting.findIndex(({ ID }) => ID === jobId))
      .filter((index) => index >= 0);
    // A place whose job does not come in time, as on a busy machine, goes to the next one.
    expect(Math.max(...order)).toBeLessThan(3 * line.rings.length);
  });

  it('passes a place on if the job that it was handed to was canceled', async () => {
    const CampaignID = await campaign({ Pacing: { MaxConcurrentCalls: 1 } });
    const line = watchLine();
    await env.post({ Overrides: untilHungUp, CampaignID });
    const first = await line.leg(0);
    const [second, third] = [await env.post({ ...quick, CampaignID }), await env.post({ ...quick, CampaignID })];
    for (const { ID } of [second, third]) await env.reach(ID, ({ Queued }) => Queued?.WaitsIn !== undefined);
    await env.deps.store.jobs.requestCancel({ orgId, campaignId: CampaignID, jobId: second.ID }, Date.now());
    await first.hangUp();
    expect(await completed(third)).toMatchObject(once);
    line.stop();
    await env.deps.workflows.wakeJob(second);
    expect(await env.reach(second.ID, ({ State }) => State === 'canceled')).toMatchObject({ CallCount: 0 });
  });

  it('does not use up an attempt if the carrier refuses a call for its own rate', async () => {
    const { provider } = env.deps;
    const dial = provider.dial.bind(provider);
    let refusals = 2;
    provider.dial = (request: DialRequest) =>
      refusals-- > 0 ? Promise.reject(new CallRefusedError('Too many.', { retryAfterMs: 300 })) : dial(request);
    const one = { Constraints: { MaxTotalCalls: 1, MaxAttemptsInInterval: { Count: 1, Duration: '24h' } } };
    const Overrides = simulated({ Scenario: 'conversation_complete', RingSeconds: 0.1, TalkSeconds: 0.1 }, one);
    const limit = { MaxAttemptsPerNumber: { Count: 1, Duration: '24h' } };
    const job = await env.post({ Overrides, CampaignID: await campaign(limit), PhoneNumber: '+14155550166' });
    const ended = await completed(job).finally(() => (provider.dial = dial));
    expect(ended).toMatchObject({ CallCount: 3, ...once });
    const calls = await env.deps.store.calls.listByJob(job.ID);
    expect(calls.map(({ State, PostponedUntilMS }) => [State, PostponedUntilMS !== undefined])).toEqual([
      ['failed', true],
      ['failed', true],
      ['ended', false],
    ]);
    expect(await invariantViolations(env.deps, job.ID)).toEqual([]);
  });

  it('holds for calls a minute: the jobs are called one after the other, each at its instant', async () => {
    const CampaignID = await campaign({ Pacing: { MaxCallsPerMinute: 40 } });
    const line = watchLine();
    const jobs: Job[] = [];
    for (let n = 0; n < 6; n++) jobs.push(await env.post({ ...quick, CampaignID }));
    for (const job of jobs) expect(await completed(job)).toMatchObject(once);
    line.stop();
    const starts = line.rings.map(({ atMs }) => atMs).sort((one, other) => one - other);
    expect(starts).toHaveLength(6);
    // 1.575 s between two instants, and at most 3 s from an instant to its ring.
    expect(starts.at(-1)! - starts[0]!).toBeGreaterThan(5 * 1_575 - 3_000);
  });
});
