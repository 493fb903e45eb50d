import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { Job } from '../../../shared/domain/job/job';
import { uncountedRefusals } from '../../../shared/domain/call/agent-refusals';
import { startBot, type Bot, type BotOptions } from '../../support/agent-bot';
import { orgId, simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

/** A contact who answers at once, and who hangs up only after a long conversation. */
const answers = simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 30 });

describe('a job whose agent is reached by websocket', () => {
  let testEnv: TimeSkippingEnv;
  let bot: Bot;
  let behavior: BotOptions = {};
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    testEnv.deps.provider.pace = 'live';
    bot = await startBot({
      status: () => behavior.status?.(),
      accepts: () => behavior.accepts?.() ?? Promise.resolve(),
      onMessage: (connection, message) => behavior.onMessage?.(connection, message),
    });
  }, 30_000);
  beforeEach(() => void (behavior = {}));
  afterAll(async () => {
    await testEnv.close();
    await bot.close();
  });

  const run = async (options: BotOptions, fields: Partial<Job> = {}, settings: Partial<CampaignConfig> = {}) => {
    behavior = options;
    const CampaignID = await testEnv.campaign({
      Agent: { URL: bot.url },
      RetryRules: { assistant_error: { Then: 'fail', Reason: 'technical_error' } },
      ...settings,
    });
    const { ID } = await testEnv.post({ CampaignID, Overrides: answers, ...fields });
    const job = await testEnv.end(ID);
    const calls = await testEnv.deps.store.calls.listByJob(ID);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
    // No worker leaves a connection open.
    await until(
      () => bot.open(),
      (count) => count === 0,
    );
    return {
      job,
      calls,
      rings: await testEnv.deps.mongo.db.collection('simulated_rings').countDocuments({ JobID: ID }),
    };
  };

  it('rings nowhere while the agent does not take the call, which counts as no attempt', async () => {
    let refusals = 0;
    const { job, calls, rings } = await run({
      status: () => (++refusals <= 3 ? 500 : undefined),
      onMessage: (connection, { event }) => {
        if (event === 'start') connection.send({ event: 'outdial.end', reason: 'conversation_complete' });
      },
    });
    expect(job).toMatchObject({ State: 'completed', CallCount: 4, Metrics: { TotalCallAttempts: 1 } });
    expect(rings).toBe(1);
    const refused = calls.slice(0, 3);
    expect(refused.map(({ Failure, Error }) => [Failure, Error])).toEqual(
      refused.map(() => [
        'assistant_refused',
        'The voice agent did not take the call: It answered 500 where a websocket was expected.',
      ]),
    );
    // The wait begins between the two instants.
    [30_000, 60_000, 120_000].forEach((least, index) => {
      const { CreatedMS, EndedMS = 0, PostponedUntilMS = 0 } = refused[index]!;
      expect(PostponedUntilMS - CreatedMS).toBeGreaterThanOrEqual(least);
      expect(PostponedUntilMS - EndedMS).toBeLessThanOrEqual(least * 1.5);
    });
  });

  it('rings nowhere if the call is stopped while its agent takes its time to connect', async () => {
    const { store, mongo } = testEnv.deps;
    const { job, calls, rings } = await run({
      accepts: async () => {
        const open = await mongo.db.collection<{ _id: string; JobID: string }>('calls').findOne({ State: 'creating' });
        if (open !== null) await store.calls.requestStop({ ID: open._id, JobID: open.JobID }, Date.now());
      },
    });
    expect(rings).toBe(0);
    expect(job).toMatchObject({ State: 'failed', FailureReason: 'technical_error' });
    expect(calls).toMatchObject([{ State: 'failed', Error: 'The call was stopped before it was dialed.' }]);
  });

  it('fails by its retry rules once the agent has not taken the call ten times in a row', async () => {
    const { job, calls, rings } = await run({ status: () => 401 });
    expect(job).toMatchObject({ State: 'failed', FailureReason: 'technical_error', Metrics: { TotalCallAttempts: 1 } });
    expect(calls).toHaveLength(uncountedRefusals + 1);
    expect(calls.at(-1)).toMatchObject({ State: 'failed', EndedReason: 'assistant_error' });
    expect(rings).toBe(0);
  });

  it('ends with what the agent reports: its outcome, its output and a refusal of further calls', async () => {
    const { job, calls } = await run({
      onMessage: (connection, { event }) => {
        if (event !== 'start') return;
        connection.send({ event: 'outdial.message', role: 'assistant', content: 'Shall we call again?' });
        connection.send({ event: 'outdial.message', role: 'user', content: 'Better not.' });
        connection.send({ event: 'outdial.output', data: { Interested: false } });
        connection.send({ event: 'outdial.opt_out' });
        connection.send({ event: 'outdial.end' });
      },
    });
    expect(job).toMatchObject({ State: 'failed', OutputData: { Interested: false } });
    expect(calls[0]).toMatchObject({
      EndedReason: 'assistant_hung_up',
      Analysis: { ConversationEndReason: 'user_refusal' },
      Messages: [{ content: 'Shall we call again?' }, { content: 'Better not.' }],
    });
    const key = { orgId, campaignId: job.CampaignID };
    const holding = await testEnv.deps.store.suppressions.findHolding(key, [job.PhoneNumber], Date.now());
    expect(holding.get(job.PhoneNumber)).toMatchObject({ reason: 'user_refusal' });
    await testEnv.deps.mongo.db.collection('suppressions').deleteMany({});
  });

  it('is complete after a call whose agent, made for Twilio, reports nothing and closes the stream', async () => {
    const { job, calls } = await run({
      onMessage: (connection, { event }) => {
        if (event === 'start') connection.socket.close();
      },
    });
    expect(job).toMatchObject({ State: 'completed', Metrics: { TotalCallAttempts: 1 } });
    expect(calls[0]).toMatchObject({
      EndedReason: 'assistant_hung_up',
      Analysis: { ConversationEndReason: 'conversation_complete' },
    });
  });

  it('is retried by the rule for answering machines, after a call whose campaign hangs up on them', async () => {
    const { job, calls } = await run(
      {},
      { Overrides: simulated({ Scenario: 'left_voicemail', RingSeconds: 0, TalkSeconds: 1 }) },
      {
        AnsweringMachine: { Action: 'hang_up' },
        RetryRules: { answering_machine: { Then: 'fail', Reason: 'campaign_objective_missed' } },
      },
    );
    expect(job).toMatchObject({ State: 'failed', FailureReason: 'campaign_objective_missed' });
    expect(calls).toMatchObject([
      {
        State: 'ended',
        EndedReason: 'assistant_hung_up',
        EndedDetail: 'answering_machine',
        AnsweredBy: 'machine',
        Analysis: { ConversationEndReason: 'abandoned_answering_machine' },
      },
    ]);
  });

  it('has a failed call after an agent that breaks off for good', async () => {
    const { job, calls } = await run({
      onMessage: (connection, { event }) => {
        if (event === 'start') connection.socket.close(1011);
      },
    });
    expect(job).toMatchObject({ State: 'failed', FailureReason: 'technical_error' });
    expect(calls).toMatchObject([
      {
        State: 'failed',
        EndedReason: 'assistant_error',
        Failure: 'assistant_failed',
        Error: 'The voice agent closed the connection again (code 1011).',
      },
    ]);
  });
});
