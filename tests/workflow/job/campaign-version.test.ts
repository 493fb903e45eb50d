import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { Job } from '../../../shared/domain/job/job';
import { orgId, simulated } from '../../support/builders';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

describe('the campaign’s version of a job', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => testEnv.close());
  afterEach(() => jest.restoreAllMocks());

  const drawn = (ID: string, MaxRingSeconds: number): Partial<CampaignConfig> => ({
    DefaultCallerID: ID === 'first' ? '+14155550100' : '+14155550101',
    Variants: [{ ID, Weight: 1, Overrides: { MaxRingSeconds } }],
  });
  /** Creates the next version, as PATCH does. */
  const change = async (campaignId: string, fields: Partial<CampaignConfig>): Promise<void> => {
    const { campaigns, jobs } = testEnv.deps.store;
    const campaign = (await campaigns.find(orgId, campaignId))!;
    const nowMs = await testEnv.nowMs();
    expect(await campaigns.change(campaign, { ...campaign.Config, ...fields }, nowMs)).toBe(true);
    await jobs.replanWaiting({ orgId, campaignId }, nowMs);
  };
  const calledTwice = (CampaignID: string, MinCreationDelay: string): Partial<Job> => ({
    CampaignID,
    Overrides: simulated(
      { Scenario: 'contact_busy' },
      { Constraints: { MinCreationDelay, MaxTotalCalls: 2, MinDurationBetweenCalls: '1h' } },
    ),
  });

  it('is set with its variants by the first call, and stays for the second one when the campaign changes', async () => {
    const dial = jest.spyOn(testEnv.deps.provider, 'dial');
    const campaignId = await testEnv.campaign(drawn('first', 21));
    const { ID, CampaignVersion, CampaignVariants } = await testEnv.post(calledTwice(campaignId, '0'));
    expect([CampaignVersion, CampaignVariants]).toEqual([null, undefined]);
    const called = await testEnv.reach(ID, ({ State, CallCount }) => State === 'scheduled' && CallCount === 1);
    expect(called).toMatchObject({ CampaignVersion: 1, CampaignVariants: ['first'] });
    await change(campaignId, drawn('second', 42));
    expect(await testEnv.end(ID)).toMatchObject({
      CallCount: 2,
      CampaignVersion: 1,
      CampaignVariants: ['first'],
      VariantKey: 'first',
    });
    expect(dial.mock.calls.map(([{ ringTimeoutMs, from }]) => [ringTimeoutMs, from])).toEqual([
      [21_000, '+14155550100'],
      [21_000, '+14155550100'],
    ]);
  });

  it('is the newest one for a job that waits for its first call', async () => {
    const dial = jest.spyOn(testEnv.deps.provider, 'dial');
    const campaignId = await testEnv.campaign(drawn('first', 21));
    const { ID } = await testEnv.post(calledTwice(campaignId, '1h'));
    const waiting = await testEnv.reach(ID, ({ State }) => State === 'scheduled');
    expect([waiting.CampaignVersion, waiting.CampaignVariants]).toEqual([null, undefined]);
    await change(campaignId, drawn('second', 42));
    expect(await testEnv.end(ID)).toMatchObject({ CallCount: 2, CampaignVersion: 2, CampaignVariants: ['second'] });
    expect(dial.mock.calls.map(([{ ringTimeoutMs }]) => ringTimeoutMs)).toEqual([42_000, 42_000]);
  });
});
