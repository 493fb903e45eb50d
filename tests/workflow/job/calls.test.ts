import type { AnalysisRequest } from '../../../shared/adapters/analysis/call-analyzer';
import type { DialRequest } from '../../../shared/adapters/telephony/telephony';
import type { ConversationContext } from '../../../shared/adapters/voice-agent/voice-agent';
import { callId } from '../../../shared/domain/call/call-record';
import { weekdays } from '../../../shared/domain/schedule/constraints';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import { aCampaign, orgId, simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const approved = '+14155550100';
const other = '+14155550101';
const hour = 3_600_000;

describe('a call', () => {
  let testEnv: TimeSkippingEnv;
  const dialed: DialRequest[] = [];
  const conversations: ConversationContext[] = [];
  const analyzed: AnalysisRequest[] = [];

  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    const { provider, agent, analyzer } = testEnv.deps;
    const dial = provider.dial.bind(provider);
    provider.dial = (request) => {
      dialed.push(request);
      return dial(request);
    };
    testEnv.deps.agent = {
      name: agent.name,
      converse: (leg, context) => {
        conversations.push(context);
        return agent.converse(leg, context);
      },
    };
    testEnv.deps.analyzer = {
      ...analyzer,
      analyze: (request) => {
        analyzed.push(request);
        return analyzer.analyze(request);
      },
    };
    await testEnv.restart();
  }, 30_000);
  beforeEach(() => {
    for (const list of [dialed, conversations, analyzed]) list.length = 0;
  });
  afterAll(() => testEnv.close());

  const changeCampaign = async (campaignId: string, config: Partial<CampaignConfig>): Promise<void> => {
    const { campaigns } = testEnv.deps.store;
    const campaign = (await campaigns.find(orgId, campaignId))!;
    expect(await campaigns.change(campaign, aCampaign(config), await testEnv.nowMs())).toBe(true);
  };

  it.each([
    ['the campaign’s default one', {}, approved],
    ['the job’s own one', { CallerID: other }, other],
  ])('shows the contact %s as caller ID', async (_which, fields, expected) => {
    const CampaignID = await testEnv.campaign({ DefaultCallerID: approved, CallerIDs: [other] });
    const { ID, PhoneNumber } = await testEnv.post({ CampaignID, ...fields });
    await testEnv.end(ID);
    expect(dialed).toMatchObject([{ from: expected, to: PhoneNumber }]);
  });

  it.each([
    ['no longer lists', { CallerID: other }, other],
    ['no longer has a default one', {}, 'DefaultCallerID'],
  ])('is not placed if the campaign %s: the job fails and names it', async (_what, fields, named) => {
    const CampaignID = await testEnv.campaign({ DefaultCallerID: approved, CallerIDs: [other] });
    const Constraints = { MinCreationDelay: '5h' };
    const { ID } = await testEnv.post({ CampaignID, ...fields, Overrides: { Constraints } });
    await testEnv.reach(ID, ({ State }) => State === 'scheduled');
    await changeCampaign(CampaignID, { DefaultCallerID: undefined, CallerIDs: ['+14155550102'] });
    const job = await testEnv.end(ID);
    expect(job).toMatchObject({ State: 'failed', FailureReason: 'invalid_configuration', CallCount: 0 });
    expect(job.FailureMessage).toContain(named);
    expect(dialed).toEqual([]);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  describe('that is about to be dialed', () => {
    /** Runs once the call is claimed, before it is dialed. */
    const onceClaimed = (act: () => Promise<void>) =>
      jest.spyOn(testEnv.deps.store.events, 'record').mockImplementationOnce(act);
    afterEach(() => jest.restoreAllMocks());

    it('is not dialed once the end of the job is requested', async () => {
      const job = await testEnv.insert();
      const key = { orgId, campaignId: job.CampaignID, jobId: job.ID };
      onceClaimed(async () => {
        await testEnv.deps.store.jobs.requestCancel(key, await testEnv.nowMs());
      });
      await testEnv.workflows.startJob(job);
      expect(await testEnv.end(job.ID)).toMatchObject({ State: 'canceled' });
      expect(dialed).toEqual([]);
      const [call] = await testEnv.deps.store.calls.listByJob(job.ID);
      expect(call).toMatchObject({ State: 'failed', Error: expect.stringMatching(/end of the job/) as string });
    });

    it('is not dialed once its window has closed: it waits for the next one, and loses no attempt', async () => {
      const Weekdays = [weekdays[new Date(await testEnv.nowMs()).getUTCDay()]!];
      const TimeRules = [{ TimeRanges: [{ Start: '00:00', End: '24:00' }], Weekdays }];
      const Constraints = { TimeZone: 'UTC', TimeRules, MaxTotalCalls: 1 };
      const job = await testEnv.insert({ Overrides: simulated({}, { Constraints }) });
      const { clock } = testEnv.deps;
      onceClaimed(() => {
        testEnv.deps.clock = { nowMs: async () => (await clock.nowMs()) + 24 * hour };
        return Promise.resolve();
      });
      await testEnv.workflows.startJob(job);
      expect(await testEnv.end(job.ID)).toMatchObject({ State: 'completed', CallCount: 2 });
      testEnv.deps.clock = clock;
      expect(dialed).toMatchObject([{ attemptKey: callId(job.ID, 2) }]);
      const [postponed] = await testEnv.deps.store.calls.listByJob(job.ID);
      expect(postponed).toMatchObject({ State: 'failed', PostponedUntilMS: expect.any(Number) as number });
    });
  });

  it.each([
    ['none of its campaign’s variants', [], 30_000],
    ['the variant that it names', ['short'], 7_000],
  ])('is made with %s if the job says so', async (_which, CampaignVariants, ringTimeoutMs) => {
    const Variants = [{ ID: 'short', Weight: 1, Overrides: { MaxRingSeconds: 7 } }];
    const CampaignID = await testEnv.campaign({ Variants, Defaults: { MaxRingSeconds: 30 } });
    const { ID } = await testEnv.post({ CampaignID, CampaignVariants });
    expect(await testEnv.end(ID)).toMatchObject({ CampaignVariants });
    expect(dialed).toMatchObject([{ ringTimeoutMs }]);
  });

  it('gives the merged settings to the telephone line and the voice agent', async () => {
    const SST = { deepgram: { options: { language: 'fi', keywords: ['Helsinki'] } } };
    const CampaignID = await testEnv.campaign({ Defaults: { SST, MaxRingSeconds: 20, MaxCallSeconds: 60 } });
    const overrides = { MaxRingSeconds: 33, SST: { deepgram: { options: { language: 'sv' } } } };
    const { ID } = await testEnv.post({ CampaignID, Overrides: simulated({}, overrides) });
    await testEnv.end(ID);
    const { speechToText } = dialed[0]!;
    expect(speechToText).toEqual(conversations[0]?.speechToText);
    expect(speechToText).toMatchObject({ deepgram: { options: { language: 'sv' } } });
    expect(dialed[0]).toMatchObject({ ringTimeoutMs: 33_000, maxDurationMs: 60_000 });
  });

  it('counts as an attempt as soon as it is placed', async () => {
    testEnv.deps.provider.pace = 'live';
    const { ID } = await testEnv.post({ Overrides: simulated({ RingSeconds: 0, TalkSeconds: 1 }) });
    const calling = await testEnv.reach(ID, ({ State }) => State === 'calling');
    expect(calling.Metrics.TotalCallAttempts).toBe(1);
    testEnv.deps.provider.pace = 'instant';
    await testEnv.end(ID);
  });

  it('is analyzed together with all earlier calls of the job', async () => {
    const CampaignID = await testEnv.campaign({
      RetryRules: { conversation_complete: { Then: 'retry', Delays: ['1h'] } },
    });
    const Constraints = { MaxTotalCalls: 2 };
    const { ID } = await testEnv.post({
      CampaignID,
      Overrides: simulated({ Scenario: 'asks_if_bot' }, { Constraints }),
    });
    const { Overrides } = await testEnv.reach(ID, ({ State, CallCount }) => State === 'scheduled' && CallCount === 1);
    const key = { orgId, campaignId: CampaignID, jobId: ID };
    const quiet = simulated({ Scenario: 'contact_hung_up' }, { Constraints: Overrides.Constraints });
    await testEnv.deps.store.jobs.update(key, { Overrides: quiet }, await testEnv.nowMs());
    const job = await testEnv.end(ID);
    const calls = await testEnv.deps.store.calls.listByJob(ID);
    expect(analyzed[1]?.earlierCalls).toMatchObject([{ messages: calls[0]!.Messages, connected: true }]);
    expect(calls[1]?.Analysis).toMatchObject({ AskedIfBotOrAI: true, ConversationEndReason: 'other_unsuccessful' });
    expect(job.Analysis).toEqual(calls[1]?.Analysis);
    expect(job.Analysis?.CallSummary).toMatch(/^Call 1: .+bot or an AI\. Call 2: /);
  });

  it('gives the agent a summary of all earlier calls', async () => {
    const CampaignID = await testEnv.campaign({ RetryRules: { contact_hung_up: { Then: 'retry', Delays: ['1h'] } } });
    const { ID } = await testEnv.post({ CampaignID, Overrides: simulated({ Scenario: 'contact_hung_up' }) });
    await testEnv.end(ID);
    expect(conversations.map(({ previousCallsSummary }) => previousCallsSummary)).toEqual([
      undefined,
      expect.stringMatching(/finished\.$/),
      expect.stringMatching(/^Call 1: .+ Call 2: .+/),
    ]);
  });
});
