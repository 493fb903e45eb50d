import type { CallAnalysis } from '../../../shared/domain/call/call';
import type { Job } from '../../../shared/domain/job/job';
import { simulated } from '../../support/builders';
import { createTimeWorld, type TimeWorld } from '../../support/time-world';

const phone = 'four one five, five five five, zero one eight seven';
const card = '4111 1111 1111 1111';
const Agent = { Greeting: `Hello {{ContactName}}, is your number ${phone}?`, Lines: [`Your card is ${card}.`] };

/** Says of a call what it heard in it: an analyser that repeats every word. */
const repeating = (world: TimeWorld): void => {
  const { analyzer } = world.deps;
  const heard = `The contact, Zebulon Quintessa, has the card ${card} and the number +1 415 555 0187.`;
  world.deps.analyzer = {
    name: 'repeating',
    analyze: async (request): Promise<CallAnalysis> => ({
      ...(await analyzer.analyze(request)),
      CallSummary: heard,
      Data: { nested: [{ said: request.messages.map(({ content }) => content) }, heard] },
      TranscriptionErrors: [heard],
    }),
  };
};

describe('what is stored of a conversation', () => {
  let world: TimeWorld;
  let spoken: string[];
  beforeAll(async () => {
    world = await createTimeWorld();
    repeating(world);
    const { provider } = world.deps;
    const place = provider.place.bind(provider);
    provider.place = async (request) => {
      const leg = await place(request);
      const say = leg.say.bind(leg);
      leg.say = (text) => {
        spoken.push(text);
        return say(text);
      };
      return leg;
    };
    await world.restart();
  }, 30_000);
  beforeEach(() => (spoken = []));
  afterAll(() => world.close());

  const scenario = simulated({ Scenario: 'conversation_complete' });
  /** Runs a job to its end. @returns everything that is stored of what was said and found */
  async function storedOf(fields: Partial<Job>): Promise<{ text: string; redacted: (boolean | undefined)[] }> {
    const job = await world.post({ Overrides: scenario, ...fields });
    const { Analysis, PreviousCallsSummary, State } = await world.end(job.ID);
    expect(State).toBe('completed');
    const calls = await world.deps.store.calls.listByJob(job.ID);
    expect(spoken.join(' ')).toContain(phone);
    expect(spoken.join(' ')).toContain(card);
    const messages = calls.flatMap(({ Messages }) => Messages).filter(({ role }) => role === 'assistant');
    return {
      text: JSON.stringify([Analysis, PreviousCallsSummary, calls.map((call) => [call.Messages, call.Analysis])]),
      redacted: messages.slice(0, 2).map((message) => message.redacted),
    };
  }

  it('holds none of the entities of the campaign, while the contact heard every word', async () => {
    const CampaignID = await world.campaign({ Agent, Defaults: { Redaction: { redact: ['all'] } } });
    const { text, redacted } = await storedOf({ CampaignID });
    for (const secret of [phone, card, '0187', 'Zebulon', 'Quintessa']) expect(text).not.toContain(secret);
    for (const marker of ['[phone_number]', '[credit_card]', '[name]']) expect(text).toContain(marker);
    expect(redacted).toEqual([true, true]);
  });

  it('holds what the job keeps', async () => {
    const CampaignID = await world.campaign({ Agent, Defaults: { Redaction: { redact: ['all'] } } });
    const { text } = await storedOf({ CampaignID, Overrides: { ...scenario, Redaction: { keep: ['name'] } } });
    expect(text).toContain('Zebulon Quintessa');
    expect(text).not.toContain('0187');
  });

  it('lacks card numbers where nobody asked for anything', async () => {
    const CampaignID = await world.campaign({ Agent });
    const { text, redacted } = await storedOf({ CampaignID });
    expect(text).not.toContain(card);
    expect(text).toContain(phone);
    expect(redacted).toEqual([undefined, true]);
  });

  it('holds everything where the job asks for nothing to be redacted', async () => {
    const CampaignID = await world.campaign({ Agent, Defaults: { Redaction: { redact: ['all'] } } });
    const { text } = await storedOf({ CampaignID, Overrides: { ...scenario, Redaction: { redact: [] } } });
    expect(text).toContain(card);
  });

  it('holds every word of a test job', async () => {
    const CampaignID = await world.campaign({ Agent, Defaults: { Redaction: { redact: ['all'] } } });
    const { text, redacted } = await storedOf({ CampaignID, TestJob: true });
    for (const word of [phone, card, 'Zebulon Quintessa', '+1 415 555 0187']) expect(text).toContain(word);
    expect(text).not.toContain('[credit_card]');
    expect(redacted).toEqual([undefined, undefined]);
  });
});
