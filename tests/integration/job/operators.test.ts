import { aCampaign, seededName, seededNumber, simulated } from '../../support/builders';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { until } from '../../support/until';
import { isRunning } from '../../../shared/domain/job/state';
import type { Job } from '../../../shared/domain/job/job';

const quick = simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 1 });
const waitingLong = {
  ...quick,
  Constraints: {
    MinCreationDelay: '10h',
    TimeZone: 'Europe/Helsinki',
    TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '17:00' }] }],
  },
};
/** The maximum length of the history of a job with one call. */
const mostEvents = 14;

describe('a job in Temporal’s UI', () => {
  let testEnv: InProcessEnv;
  beforeAll(async () => {
    testEnv = await createInProcessEnv();
    await testEnv.deps.store.campaigns.change(
      (await testEnv.deps.store.campaigns.find('org_test', testEnv.campaignId))!,
      aCampaign({ RetryRules: { contact_busy: { Then: 'retry', Delays: ['1s'] } } }),
      Date.now(),
    );
  }, 60_000);
  afterAll(() => testEnv.close());

  const ended = (job: Job) => testEnv.reach(job.ID, ({ State }) => !isRunning(State), 40_000);
  const historyOf = async (jobId: string) => {
    const handle = testEnv.handle(jobId);
    await handle.result();
    return handle.fetchHistory();
  };
  const listed = async (query: string): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { workflowId } of testEnv.client.workflow.list({ query })) ids.push(workflowId);
    return ids;
  };

  it('is found by state, campaign, organization and next call', async () => {
    const job = await testEnv.post({ Overrides: waitingLong });
    const { NextCallMS } = await testEnv.reach(job.ID, ({ State }) => State === 'scheduled');
    const before = new Date((NextCallMS ?? 0) + 1_000).toISOString();
    for (const query of [
      `JobState = 'scheduled' AND CampaignId = '${testEnv.campaignId}'`,
      `OrgId = 'org_test' AND ExecutionStatus = 'Running'`,
      `NextCallAt < '${before}'`,
    ]) {
      await until(
        () => listed(query),
        (ids) => ids.includes(`job/${job.ID}`),
      );
    }
  }, 30_000);

  it('shows its identity, its state and what it waits for, one line each', async () => {
    const job = await testEnv.post({ Overrides: waitingLong });
    const handle = testEnv.handle(job.ID);
    const described = await handle.describe();
    // No code runs during the delay of the start; the description says when it will.
    expect(described.historyLength).toBe(1);
    expect(Math.abs((described.executionTime?.getTime() ?? 0) - (job.NextCallMS ?? 0))).toBeLessThan(60_000);
    expect(await described.staticDetails()).toMatch(/first call was to wait until .+ Europe\/Helsinki \(\w+\)\.$/);
    await testEnv.deps.workflows.replanJob(job.ID);
    expect(await described.staticSummary()).toBe(`campaign ${testEnv.campaignId} · job ${job.ID}`);
    const metadata = async () => {
      const { definition, currentDetails } = await handle.query<{
        definition: {
          signalDefinitions: { name: string; description: string }[];
          updateDefinitions: { name: string }[];
        };
        currentDetails: string;
      }>('__temporal_workflow_metadata');
      return { definition, currentDetails };
    };
    const { definition, currentDetails } = await metadata();
    expect(currentDetails).toMatch(
      /^\*\*scheduled\*\*: waits until .+ Europe\/Helsinki \(\w+\), no attempts so far, 3 at most$/,
    );
    for (const { description } of definition.signalDefinitions) expect(description).toMatch(/\w+/);
    expect(definition.updateDefinitions.map(({ name }) => name).sort()).toEqual(['replan', 'reschedule']);
    const { events } = await handle.fetchHistory();
    const timer = events?.find((event) => event.timerStartedEventAttributes);
    const summary = Buffer.from(timer?.userMetadata?.summary?.data ?? []).toString();
    expect(summary).toMatch(/until .+ Europe\/Helsinki/);
  }, 30_000);

  it('shows each attempt by its number, as the API counts them', async () => {
    const Overrides = simulated({ Scenario: 'contact_busy', RingSeconds: 0 }, { Constraints: { MaxTotalCalls: 2 } });
    const job = await testEnv.post({ Overrides });
    await ended(job);
    const { events } = await historyOf(job.ID);
    const summaries = (events ?? [])
      .filter(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'placeCall')
      .map(({ userMetadata }) => JSON.parse(Buffer.from(userMetadata?.summary?.data ?? []).toString()) as string);
    expect(summaries).toEqual([1, 2].map((n) => `attempt ${n} of 2 for campaign ${testEnv.campaignId}`));
  }, 40_000);

  it.each([
    ['without a wait', quick],
    ['with a wait', { ...quick, Constraints: { MinCreationDelay: '1s' } }],
  ])(
    'takes at most 14 events for one call %s',
    async (_how, Overrides) => {
      const job = await testEnv.post({ Overrides });
      expect(await ended(job)).toMatchObject({ State: 'completed', CallCount: 1 });
      const { events } = await historyOf(job.ID);
      expect(events?.length).toBeLessThanOrEqual(mostEvents);
    },
    30_000,
  );

  it('has no numbers or names in any history, of jobs or of deliveries', async () => {
    const posted = await Promise.all(
      (['contact_busy', 'user_refusal', 'left_voicemail', 'provider_error', 'assistant_error'] as const).map(
        (Scenario) =>
          testEnv.post({
            // Who refuses is called by no other job.
            ...(Scenario === 'user_refusal' && { PhoneNumber: '+14155550188' }),
            Data: { Secret: seededName },
            Metadata: { Note: seededNumber },
            Overrides: {
              ...simulated({ Scenario, RingSeconds: 0, TalkSeconds: 1 }),
              Constraints: { MaxTotalCalls: 1 },
            },
          }),
      ),
    );
    await Promise.all(posted.map(ended));
    await testEnv.deps.workflows.startErasure(posted[0]!);
    const seeded = [seededNumber, seededNumber.slice(1), seededName, ...seededName.split(' ')];
    for await (const { workflowId, runId } of testEnv.client.workflow.list()) {
      const text = plainText(await testEnv.client.workflow.getHandle(workflowId, runId).fetchHistory());
      for (const secret of seeded)
        expect({ workflowId, leaks: text.includes(secret) }).toEqual({ workflowId, leaks: false });
    }
  }, 60_000);
});

/** A history with decoded payloads. */
const plainText = (history: unknown): string =>
  JSON.stringify(history, (_key, value: unknown) =>
    value instanceof Uint8Array
      ? Buffer.from(value).toString()
      : isBuffer(value)
        ? Buffer.from(value.data).toString()
        : value,
  );
const isBuffer = (value: unknown): value is { type: 'Buffer'; data: number[] } =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'Buffer';
