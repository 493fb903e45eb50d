import { CallRefusedError, canSpeak } from '../../../shared/adapters/telephony/telephony';
import type { CallAnalysis } from '../../../shared/domain/call/call';
import type { Job } from '../../../shared/domain/job/job';
import { simulated } from '../../support/builders';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const phone = 'four one five, five five five, zero one eight seven';
const card = '4111 1111 1111 1111';
const Agent = { Greeting: `Hello {{ContactName}}, is your number ${phone}?`, Lines: [`Your card is ${card}.`] };

/** Makes the analyzer repeat every word of the call. */
const repeating = (testEnv: TimeSkippingEnv): void => {
  const { analyzer } = testEnv.deps;
  const heard = `The contact, Zebulon Quintessa, has the card ${card} and the number +1 415 555 0187.`;
  testEnv.deps.analyzer = {
    name: 'repeating',
    isQuick: true,
    analyze: async (request): Promise<CallAnalysis> => ({
      ...(await analyzer.analyze(request)),
      CallSummary: heard,
      Data: { nested: [{ said: request.messages.map(({ content }) => content) }, heard] },
      TranscriptionErrors: [heard],
    }),
  };
};

describe('the stored data of a conversation', () => {
  let testEnv: TimeSkippingEnv;
  let spoken: string[];
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    repeating(testEnv);
    const { provider } = testEnv.deps;
    const place = provider.dial.bind(provider);
    provider.dial = async (request) => {
      const leg = await place(request);
      if (!canSpeak(leg)) return leg;
      const say = leg.say.bind(leg);
      leg.say = (text) => {
        spoken.push(text);
        return say(text);
      };
      return leg;
    };
    await testEnv.restart();
  }, 30_000);
  beforeEach(() => (spoken = []));
  afterAll(() => testEnv.close());

  const scenario = simulated({ Scenario: 'conversation_complete' });
  /** Runs a job to its end. @returns everything stored of its conversations and analyses */
  async function storedOf(fields: Partial<Job>): Promise<{ text: string; redacted: (boolean | undefined)[] }> {
    const job = await testEnv.post({ Overrides: scenario, ...fields });
    const { Analysis, PreviousCallsSummary, State } = await testEnv.end(job.ID);
    expect(State).toBe('completed');
    const calls = await testEnv.deps.store.calls.listByJob(job.ID);
    expect(spoken.join(' ')).toContain(phone);
    expect(spoken.join(' ')).toContain(card);
    const messages = calls.flatMap(({ Messages }) => Messages).filter(({ role }) => role === 'assistant');
    return {
      text: JSON.stringify([Analysis, PreviousCallsSummary, calls.map((call) => [call.Messages, call.Analysis])]),
      redacted: messages.slice(0, 2).map((message) => message.redacted),
    };
  }

  it('contains none of the entities that the campaign redacts, while the contact heard every word', async () => {
    const CampaignID = await testEnv.campaign({ Agent, Defaults: { Redaction: { redact: ['all'] } } });
    const { text, redacted } = await storedOf({ CampaignID });
    for (const secret of [phone, card, '0187', 'Zebulon', 'Quintessa']) expect(text).not.toContain(secret);
    for (const marker of ['[phone_number]', '[credit_card]', '[name]']) expect(text).toContain(marker);
    expect(redacted).toEqual([true, true]);
  });

  it('contains the entities that the job keeps', async () => {
    const CampaignID = await testEnv.campaign({ Agent, Defaults: { Redaction: { redact: ['all'] } } });
    const { text } = await storedOf({ CampaignID, Overrides: { ...scenario, Redaction: { keep: ['name'] } } });
    expect(text).toContain('Zebulon Quintessa');
    expect(text).not.toContain('0187');
  });

  it('contains no card numbers by default', async () => {
    const CampaignID = await testEnv.campaign({ Agent });
    const { text, redacted } = await storedOf({ CampaignID });
    expect(text).not.toContain(card);
    expect(text).toContain(phone);
    expect(redacted).toEqual([undefined, true]);
  });

  it('contains everything if the job disables redaction', async () => {
    const CampaignID = await testEnv.campaign({ Agent, Defaults: { Redaction: { redact: ['all'] } } });
    const { text } = await storedOf({ CampaignID, Overrides: { ...scenario, Redaction: { redact: [] } } });
    expect(text).toContain(card);
  });

  it('contains every word of a test job', async () => {
    const CampaignID = await testEnv.campaign({ Agent, Defaults: { Redaction: { redact: ['all'] } } });
    const { text, redacted } = await storedOf({ CampaignID, TestJob: true });
    for (const word of [phone, card, 'Zebulon Quintessa', '+1 415 555 0187']) expect(text).toContain(word);
    expect(text).not.toContain('[credit_card]');
    expect(redacted).toEqual([undefined, undefined]);
  });
});

describe('the stored data of a tool call and of a failure', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => testEnv.close());

  const toolCalls = (...given: string[]) =>
    given.map((text, index) => ({
      id: `tool_${index}`,
      type: 'function' as const,
      function: { name: 'pay', arguments: text },
    }));
  /** Runs a job of a campaign that redacts card numbers. @returns its one call */
  async function callOf(fields: Partial<Job> = {}) {
    const job = await testEnv.post({ Overrides: simulated({ Scenario: 'conversation_complete' }), ...fields });
    await testEnv.end(job.ID);
    const [call] = await testEnv.deps.store.calls.listByJob(job.ID);
    return call;
  }

  it.each([
    [undefined, ['{"card":"[credit_card]","amount":5}', 'the card [credit_card]', '{ "amount": 5 }'], true],
    [true, [`{"card":"${card}","amount":5}`, `the card ${card}`, '{ "amount": 5 }'], undefined],
  ])('arguments are redacted and stay JSON; TestJob %s', async (TestJob, stored, redacted) => {
    const agent = testEnv.deps.agent;
    testEnv.deps.agent = {
      name: 'paying',
      converse: async (leg, context) => {
        await agent.converse(leg, { ...context, agent: { Lines: ['Thank you.'] } });
        const calls = toolCalls(`{"card":"${card}","amount":5}`, `the card ${card}`, '{ "amount": 5 }');
        context.onMessage({
          role: 'assistant',
          content: null,
          tool_calls: calls,
          created_at: '2026-01-05T12:00:00.000Z',
        });
      },
    };
    await testEnv.restart();
    const said = (await callOf(TestJob === undefined ? {} : { TestJob }))?.Messages.find(
      (message) => message.tool_calls,
    );
    testEnv.deps.agent = agent;
    expect(said?.tool_calls).toEqual(toolCalls(...stored));
    expect(said?.redacted).toBe(redacted);
  });

  it.each([
    ['refuses the call', CallRefusedError],
    ['breaks', Error],
  ])('Error is redacted if the provider %s', async (_name, Failure) => {
    const { provider } = testEnv.deps;
    const place = provider.dial.bind(provider);
    provider.dial = () => Promise.reject(new Failure(`The line refused card ${card}.`));
    const call = await callOf({ Overrides: { Constraints: { MaxTotalCalls: 1 } } });
    provider.dial = place;
    expect(call?.State).toBe('failed');
    expect(call?.Error).not.toContain('1111');
    if (Failure === CallRefusedError) expect(call?.Error).toBe('The line refused card [credit_card].');
  });

  it('Error is redacted if the leg ends with it', async () => {
    const { provider } = testEnv.deps;
    const place = provider.dial.bind(provider);
    provider.dial = async (request) => {
      const leg = await place(request);
      if (!canSpeak(leg)) return leg;
      const ended = leg.ended.then((end) => ({ ...end, error: `Carrier said ${card}.` }));
      return Object.assign(Object.create(leg) as typeof leg, { ended });
    };
    const call = await callOf({ Overrides: { Constraints: { MaxTotalCalls: 1 } } });
    provider.dial = place;
    expect(call?.Error).toBe('Carrier said [credit_card].');
  });
});
