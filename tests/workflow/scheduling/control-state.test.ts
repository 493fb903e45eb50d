import { sweep } from '../../../activities/sweeper/sweeper';
import type { ControlState } from '../../../shared/domain/organization/control-state';
import type { Job } from '../../../shared/domain/job/job';
import { orgId, simulated } from '../../support/builders';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const hourMs = 3_600_000;

describe('a paused or blocked organization or campaign', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    await testEnv.insertOrganization();
  }, 30_000);
  afterAll(() => testEnv.close());

  const setCampaign = (campaignId: string, state: ControlState) =>
    testEnv.deps.store.campaigns.setState({ orgId, campaignId }, state);
  const setOrganization = (state: ControlState) => testEnv.deps.store.organizations.setState(orgId, state, 'operator');
  const postHeld = async (CampaignID: string) => {
    const { ID } = await testEnv.post({ CampaignID });
    const held = await testEnv.reach(ID, ({ State }) => State === 'scheduled');
    expect(held.NextCallMS).toBeGreaterThanOrEqual(held.CreatedMS + hourMs);
    expect(held.CallCount).toBe(0);
    return held;
  };
  const ringsOf = async (jobId: string): Promise<number> =>
    [...(await ringsByAttempt(testEnv.deps.mongo)).keys()].filter((key) => key.includes(jobId.replace('job_', '')))
      .length;

  it('makes accepted jobs wait, and a resumed campaign calls them at once', async () => {
    const CampaignID = await testEnv.campaign();
    await setCampaign(CampaignID, 'paused');
    const { ID, CreatedMS } = await postHeld(CampaignID);
    await setCampaign(CampaignID, 'active');
    await testEnv.deps.store.jobs.replanCampaign({ orgId, campaignId: CampaignID }, (await testEnv.nowMs()) - 1);
    await sweep(testEnv.deps);
    const job = await testEnv.reach(ID, ({ State }) => State === 'completed');
    expect(job.UpdatedMS - CreatedMS).toBeLessThan(hourMs);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  }, 60_000);

  it('calls waiting jobs within two hours of a resumption that was lost before it planned them again', async () => {
    const CampaignID = await testEnv.campaign();
    await setOrganization('blocked');
    const { ID } = await postHeld(CampaignID);
    await setOrganization('active');
    const job = await testEnv.end(ID);
    expect(job).toMatchObject({ State: 'completed', CallCount: 1 });
    expect(await ringsOf(ID)).toBe(1);
  }, 60_000);

  it('stays silent: a held job looks again and again, and never rings', async () => {
    const CampaignID = await testEnv.campaign();
    await setCampaign(CampaignID, 'blocked');
    const { ID } = await postHeld(CampaignID);
    await testEnv.env.sleep(12 * hourMs);
    expect(await testEnv.load(ID)).toMatchObject({ State: 'scheduled', CallCount: 0 });
    expect(await ringsOf(ID)).toBe(0);
    await setCampaign(CampaignID, 'active');
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
  }, 60_000);

  it('is looked at between the claim of a call and its dialing: neither an attempt nor an operator’s instant is lost', async () => {
    const CampaignID = await testEnv.campaign();
    const { calls } = testEnv.deps.store;
    const { claim } = calls;
    calls.claim = async (call) => {
      const claimed = await claim(call);
      await setCampaign(CampaignID, 'paused');
      return claimed;
    };
    // The only call of each job. The second one is made at an operator's instant, long before its rules allow it.
    const withRules = (rules: object) =>
      simulated({ Scenario: 'conversation_complete' }, { Constraints: { MaxTotalCalls: 1, ...rules } });
    const due = await testEnv.post({ CampaignID, Overrides: withRules({}) });
    const isHeld = ({ State, CallCount }: Job): boolean => State === 'scheduled' && CallCount === 1;
    const held = await testEnv.reach(due.ID, isHeld);
    expect(held.NextCallMS).toBeGreaterThan(held.CreatedMS + hourMs - 1);
    await setCampaign(CampaignID, 'active');
    const moved = await testEnv.post({
      CampaignID,
      Overrides: withRules({ MinCreationDelay: '500h' }),
    });
    await testEnv.workflows.rescheduleJob(moved.ID, await testEnv.nowMs());
    await testEnv.reach(moved.ID, isHeld);
    calls.claim = claim;
    const rings = async () => [await ringsOf(due.ID), await ringsOf(moved.ID)];
    expect(await rings()).toEqual([0, 0]);
    await setCampaign(CampaignID, 'active');
    for (const { ID } of [due, moved]) {
      expect((await testEnv.load(ID)).Queued).toBeUndefined();
      const ended = await testEnv.end(ID);
      expect(ended).toMatchObject({ State: 'completed', CallCount: 2 });
      expect(ended.UpdatedMS - ended.CreatedMS).toBeLessThan(100 * hourMs);
    }
    expect(await rings()).toEqual([1, 1]);
  }, 60_000);
});
