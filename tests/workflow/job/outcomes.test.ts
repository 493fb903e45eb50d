import type { SimulatorScenario } from '../../../shared/adapters/telephony/simulated/scenarios';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { Job } from '../../../shared/domain/job/job';
import { simulated } from '../../support/builders';
import { invariantViolations, ringsByAttempt, publishedStates } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

describe('the outcome of a job', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => testEnv.close());
  let numbers = 0;
  /** A contact who refuses is called by no later job. */
  const aNumber = (): string => `+14155550${String(++numbers).padStart(3, '0')}`;

  it('is completed after a finished conversation, and publishes each state once', async () => {
    const { ID } = await testEnv.post();
    const job = await testEnv.end(ID);
    expect(job).toMatchObject({ State: 'completed', CallCount: 1, CampaignVersion: 1 });
    expect(job.Metrics).toMatchObject({ TotalCallAttempts: 1, TotalCallConversationalSeconds: 2 });
    expect(job.Analysis).toMatchObject({ ConversationEndReason: 'conversation_complete' });
    expect(await publishedStates(testEnv.deps.store, ID)).toEqual([
      'created',
      'scheduled',
      'calling',
      'analyzing',
      'completed',
    ]);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  const ends: [SimulatorScenario, Partial<Job>][] = [
    ['asks_if_bot', { State: 'completed', CallCount: 1 }],
    ['user_refusal', { State: 'failed', FailureReason: 'opted_out', CallCount: 1 }],
    ['wrong_contact', { State: 'failed', FailureReason: 'wrong_contact', CallCount: 1 }],
    ['contact_did_not_answer', { State: 'failed', FailureReason: 'max_attempts_exceeded', CallCount: 3 }],
    ['contact_busy', { State: 'failed', FailureReason: 'max_attempts_exceeded', CallCount: 3 }],
    ['left_voicemail', { State: 'failed', FailureReason: 'max_attempts_exceeded', CallCount: 3 }],
    ['contact_hung_up', { State: 'failed', FailureReason: 'max_attempts_exceeded', CallCount: 3 }],
    ['call_dropped', { State: 'failed', FailureReason: 'max_attempts_exceeded', CallCount: 3 }],
    ['assistant_error', { State: 'failed', FailureReason: 'technical_error', CallCount: 3 }],
    ['provider_error', { State: 'failed', FailureReason: 'technical_error', CallCount: 3 }],
    ['number_unwanted', { State: 'failed', FailureReason: 'opted_out', CallCount: 1 }],
  ];
  it.each(ends)(
    '%s: follows the default rules',
    async (Scenario, expected) => {
      const { ID } = await testEnv.post({ PhoneNumber: aNumber(), Overrides: simulated({ Scenario }) });
      const job = await testEnv.end(ID);
      expect(job).toMatchObject(expected);
      if (job.State === 'failed') expect(job.FailureMessage).toMatch(/\w+.*\.$/);
      expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
      expect((await ringsByAttempt(testEnv.deps.mongo, ID)).size).toBe(
        Scenario === 'provider_error' ? 0 : job.CallCount,
      );
    },
    20_000,
  );

  const byCampaign: [string, SimulatorScenario, Partial<CampaignConfig>, Partial<Job>][] = [
    [
      'treats a hang-up as an opt-out if the campaign says so',
      'contact_hung_up',
      { Defaults: { HangUpIsOptOut: true } },
      { State: 'failed', FailureReason: 'opted_out', CallCount: 1 },
    ],
    [
      'calls again after a lost connection, which is no hang-up of the contact',
      'call_dropped',
      { Defaults: { HangUpIsOptOut: true } },
      { State: 'failed', FailureReason: 'max_attempts_exceeded', CallCount: 3 },
    ],
    [
      'fails at once if a rule says fail',
      'contact_busy',
      { RetryRules: { contact_busy: { Then: 'fail', Reason: 'campaign_objective_missed' } } },
      { State: 'failed', FailureReason: 'campaign_objective_missed', CallCount: 1 },
    ],
    [
      'completes if a rule accepts a voicemail',
      'left_voicemail',
      { RetryRules: { left_voicemail: { Then: 'complete' } } },
      { State: 'completed', CallCount: 1 },
    ],
    [
      'retries if a rule says retry, as often as the campaign allows',
      'user_refusal',
      {
        RetryRules: { user_refusal: { Then: 'retry', Delays: ['1m'] } },
        Defaults: { Constraints: { MaxTotalCalls: 5 } },
      },
      { State: 'failed', FailureReason: 'max_attempts_exceeded', CallCount: 5 },
    ],
  ];
  it.each(byCampaign)(
    '%s',
    async (_what, Scenario, config, expected) => {
      const CampaignID = await testEnv.campaign(config);
      const { ID } = await testEnv.post({ CampaignID, PhoneNumber: aNumber(), Overrides: simulated({ Scenario }) });
      expect(await testEnv.end(ID)).toMatchObject(expected);
      expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
    },
    20_000,
  );

  it('calls a contact again at the time that they asked for', async () => {
    const Overrides = { ...simulated({ Scenario: 'asks_for_callback' }), Constraints: { MaxTotalCalls: 2 } };
    const { ID } = await testEnv.post({ PhoneNumber: aNumber(), Overrides });
    expect(await testEnv.end(ID)).toMatchObject({ State: 'failed', FailureReason: 'max_attempts_exceeded' });
    const [first, second] = await testEnv.deps.store.calls.listSummariesByJob(ID);
    const { CallbackAtMS = 0, CreatedMS = 0, Events = [] } = first ?? {};
    expect(CallbackAtMS - CreatedMS).toBeGreaterThan(2 * 3_600_000 - 1_000);
    expect(second?.CreatedMS).toBeGreaterThanOrEqual(CallbackAtMS);
    // Skipped time also passes while a slow machine works.
    expect((second?.CreatedMS ?? 0) - CallbackAtMS).toBeLessThan(3_600_000);
    expect(Events.map(({ Type }) => Type)).toEqual(['machine', 'callback_requested']);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  it('stores the line of a call and what ended it, and calls a number that does not exist once', async () => {
    const { ID } = await testEnv.post({ PhoneNumber: aNumber(), Overrides: simulated({ Scenario: 'invalid_number' }) });
    const job = await testEnv.end(ID);
    expect(job).toMatchObject({ State: 'failed', FailureReason: 'technical_error', CallCount: 1 });
    const Line = { Provider: 'simulated', SipCode: 404, SipReason: 'Not Found', Q850: 1 };
    expect(await testEnv.deps.store.calls.listSummariesByJob(ID)).toMatchObject([
      { EndedReason: 'contact_did_not_answer', EndedDetail: 'invalid_number', Permanent: true, Line },
    ]);
  });

  it('ends a call at its maximum length, and retries', async () => {
    const Overrides = simulated({ Scenario: 'conversation_complete', TalkSeconds: 900 }, { MaxCallSeconds: 60 });
    const { ID } = await testEnv.post({ Overrides: { ...Overrides, Constraints: { MaxTotalCalls: 1 } } });
    expect(await testEnv.end(ID)).toMatchObject({ State: 'failed', FailureReason: 'max_attempts_exceeded' });
    expect(await testEnv.deps.store.calls.listByJob(ID)).toMatchObject([
      { EndedReason: 'call_timeout', State: 'ended' },
    ]);
  });

  it('fails at once with a message if its windows never open', async () => {
    const TimeRules = [{ TimeRanges: [{ Start: '09:00', End: '17:00' }], Weekdays: [] }];
    const { ID } = await testEnv.post({ Overrides: { Constraints: { TimeZone: 'Mars/Phobos', TimeRules } } });
    const job = await testEnv.end(ID);
    expect(job).toMatchObject({ State: 'failed', FailureReason: 'invalid_configuration', CallCount: 0 });
    expect(job.FailureMessage).toContain('Mars/Phobos');
    expect(await publishedStates(testEnv.deps.store, ID)).toEqual(['created', 'failed']);
  });

  it('ends without an error if the job does not exist', async () => {
    await testEnv.workflows.startJob({ ID: 'job_missing', OrgID: 'org_test', CampaignID: 'campaign_none' });
    await expect(testEnv.handle('job_missing').result()).resolves.toBe('gone');
  });
});
