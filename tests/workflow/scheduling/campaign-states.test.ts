import { sweep } from '../../../activities/sweeper/sweeper';
import { createRamp, maxRampJobs } from '../../../shared/domain/campaign/state';
import { waitingJobStates } from '../../../shared/domain/job/state';
import { orgId, simulated } from '../../support/builders';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const hourMs = 3_600_000;

describe('the state of a campaign', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    await testEnv.insertOrganization();
  }, 30_000);
  afterAll(() => testEnv.close());

  const rings = async (jobIds: readonly string[]): Promise<number> => {
    const keys = [...(await ringsByAttempt(testEnv.deps.mongo)).keys()];
    return keys.filter((key) => jobIds.some((id) => key.includes(id.replace('job_', '')))).length;
  };
  const keyOf = (campaignId: string) => ({ orgId, campaignId });
  const { nowMs } = { nowMs: () => testEnv.nowMs() };
  const pause = (campaignId: string) =>
    testEnv.deps.store.campaigns.changeState(keyOf(campaignId), 'running', { to: 'paused' });
  /** As the API does. */
  const resume = async (campaignId: string): Promise<void> => {
    const { jobs, campaigns } = testEnv.deps.store;
    const now = await nowMs();
    const ramp = createRamp(await jobs.countJobs(keyOf(campaignId), waitingJobStates, maxRampJobs), now);
    await jobs.releaseCampaign(keyOf(campaignId), now, () =>
      campaigns.changeState(keyOf(campaignId), 'paused', { to: 'running', ramp }),
    );
  };
  const stop = async (campaignId: string): Promise<void> => {
    const { jobs, campaigns } = testEnv.deps.store;
    const AtMS = await nowMs();
    const JobsWaiting = await jobs.countJobs(keyOf(campaignId), waitingJobStates);
    await jobs.stopCampaign(keyOf(campaignId), AtMS, () =>
      campaigns.changeState(keyOf(campaignId), 'running', {
        to: 'stopped',
        stop: { AtMS, JobsWaiting },
      }),
    );
  };
  const postMany = (CampaignID: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        testEnv.post({
          CampaignID,
          Overrides: { ...simulated({ Scenario: 'conversation_complete' }), Constraints: { MinCreationDelay: '1h' } },
        }),
      ),
    );

  it('paused while jobs wait: none rings for days, each is looked at once, and a resumption spreads their calls', async () => {
    const CampaignID = await testEnv.campaign();
    const jobs = await postMany(CampaignID, 15);
    const ids = jobs.map(({ ID }) => ID);
    await pause(CampaignID);
    await testEnv.env.sleep(72 * hourMs);
    expect(await rings(ids)).toBe(0);
    const held = await Promise.all(ids.map((id) => testEnv.load(id)));
    for (const { NextCallMS, CreatedMS, CallCount } of held) {
      expect(CallCount).toBe(0);
      // A week or two ahead: until the resumption no job costs anything any more.
      expect(NextCallMS).toBeGreaterThan(CreatedMS + 168 * hourMs);
    }
    const resumedMs = await nowMs();
    await resume(CampaignID);
    await sweep(testEnv.deps);
    for (const id of ids) expect((await testEnv.end(id)).State).toBe('completed');
    const calls = await Promise.all(ids.map((id) => testEnv.deps.store.calls.listSummariesByJob(id)));
    const starts = calls.map(([call]) => (call?.CreatedMS ?? 0) - resumedMs);
    // All but five of the jobs lengthen the ramp by 200 ms each. Timers of the server round up.
    expect(Math.max(...starts)).toBeGreaterThan(1_000);
    expect(new Set(starts).size).toBeGreaterThan(3);
    expect(await rings(ids)).toBe(15);
  }, 60_000);

  it('stopped while jobs wait: each is canceled with the reason, none rings, and they are counted', async () => {
    const CampaignID = await testEnv.campaign();
    const jobs = await postMany(CampaignID, 3);
    const ids = jobs.map(({ ID }) => ID);
    await stop(CampaignID);
    await sweep(testEnv.deps);
    for (const id of ids) {
      expect(await testEnv.end(id)).toMatchObject({
        State: 'canceled',
        FailureReason: 'canceled',
        FailureMessage: 'The campaign is stopped: no further call is made.',
        CallCount: 0,
      });
      expect(await invariantViolations(testEnv.deps, id)).toEqual([]);
    }
    // Planned by a campaign that was stopped in between: it never waits.
    const late = await testEnv.post({ CampaignID });
    expect(late.State).toBe('canceled');
    await testEnv.env.sleep(70_000);
    await sweep(testEnv.deps);
    expect((await testEnv.deps.store.campaigns.find(orgId, CampaignID))?.Stop).toMatchObject({
      JobsWaiting: 3,
      JobsCanceled: 4,
      FinishedMS: expect.any(Number) as number,
    });
    expect(await rings([...ids, late.ID])).toBe(0);
  }, 60_000);

  it('stopped during a call: the call goes on, and is not repeated', async () => {
    const CampaignID = await testEnv.campaign();
    const { calls } = testEnv.deps.store;
    const { claim } = calls;
    const { ID } = await testEnv.insert({ CampaignID, Overrides: simulated({ Scenario: 'contact_did_not_answer' }) });
    const dial = testEnv.deps.provider.dial.bind(testEnv.deps.provider);
    testEnv.deps.provider.dial = async (request) => {
      await stop(CampaignID);
      return dial(request);
    };
    await testEnv.workflows.startJob(await testEnv.load(ID));
    const job = await testEnv.end(ID);
    testEnv.deps.provider.dial = dial;
    calls.claim = claim;
    expect(job).toMatchObject({ State: 'canceled', FailureReason: 'canceled', CallCount: 1 });
    expect(await rings([ID])).toBe(1);
  }, 60_000);

  it('is looked at for the last time between the claim of the call and its dialing: a stop and an end then ring no phone', async () => {
    const { calls, campaigns } = testEnv.deps.store;
    const { claim } = calls;
    const changes = [
      { change: stop, ends: { State: 'canceled', FailureReason: 'canceled' } },
      {
        change: async (campaignId: string) => {
          const campaign = (await campaigns.find(orgId, campaignId))!;
          const EndAt = new Date((await nowMs()) - 1).toISOString();
          await campaigns.change(campaign, { ...campaign.Config, EndAt }, await nowMs());
        },
        ends: { State: 'failed', FailureReason: 'campaign_objective_missed' },
      },
    ];
    for (const { change, ends } of changes) {
      const CampaignID = await testEnv.campaign();
      calls.claim = async (call) => {
        const claimed = await claim(call);
        await change(CampaignID);
        return claimed;
      };
      const { ID } = await testEnv.post({ CampaignID });
      expect(await testEnv.end(ID)).toMatchObject(ends);
      calls.claim = claim;
      expect(await rings([ID])).toBe(0);
    }
  }, 60_000);
});

describe('the end of a campaign', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    await testEnv.insertOrganization();
  }, 30_000);
  afterAll(() => testEnv.close());
  const endIn = async (ms: number) => ({ EndAt: new Date((await testEnv.nowMs()) + ms).toISOString() });

  it('fails a job whose retry would come too late, with a sentence', async () => {
    const CampaignID = await testEnv.campaign(await endIn(hourMs));
    const { ID } = await testEnv.post({
      CampaignID,
      Overrides: simulated({ Scenario: 'contact_did_not_answer' }, { Constraints: { MinDurationBetweenCalls: '2h' } }),
    });
    expect(await testEnv.end(ID)).toMatchObject({
      State: 'failed',
      FailureReason: 'campaign_objective_missed',
      FailureMessage: expect.stringMatching(
        /^No call can be made in time: Calls before the end of the campaign, /,
      ) as string,
      CallCount: 1,
    });
  }, 60_000);

  it('fails held jobs soon after it, and rings none of them', async () => {
    const CampaignID = await testEnv.campaign(await endIn(5 * hourMs));
    await testEnv.deps.store.campaigns.changeState({ orgId, campaignId: CampaignID }, 'running', { to: 'paused' });
    const job = await testEnv.post({ CampaignID });
    expect(job.State).toBe('scheduled');
    const ended = await testEnv.end(job.ID);
    expect(ended).toMatchObject({ State: 'failed', FailureReason: 'campaign_objective_missed', CallCount: 0 });
    expect(ended.UpdatedMS - job.CreatedMS).toBeGreaterThanOrEqual(5 * hourMs);
    // It is looked at once more in the hour after it.
    expect(ended.UpdatedMS - job.CreatedMS).toBeLessThan(7 * hourMs);
  }, 60_000);
});
