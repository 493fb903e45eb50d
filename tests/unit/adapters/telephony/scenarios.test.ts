import { ringFailureOf } from '../../../../shared/adapters/telephony/ring-log';
import fc from 'fast-check';
import { drawScenario, simulatorScenarios } from '../../../../shared/adapters/telephony/simulated/scenarios';
import type { ConversationEndReason, EndedReason } from '../../../../shared/domain/call/call';
import { createSimulation, dialRequest, runCall } from './simulated-call';

const A = 'assistant';
const U = 'user';
interface Expected {
  ended: EndedReason;
  conversation: ConversationEndReason;
  speakers: string[];
  events: string[];
}
const answered = (spoken: number) => [
  'ringing',
  'answered',
  'machine',
  ...Array<string>(spoken).fill('contact_spoke'),
  'ended',
];

/** The line reports nothing but the answer and the end. */
const onlyHeard = (conversation: ConversationEndReason, speakers: string[]): Expected => ({
  ended: 'assistant_hung_up',
  conversation,
  speakers,
  events: ['ringing', 'answered', ...speakers.filter((role) => role === U).map(() => 'contact_spoke'), 'ended'],
});

const unanswered: Expected = {
  ended: 'contact_did_not_answer',
  conversation: 'no_answer',
  speakers: [],
  events: ['ringing', 'ended'],
};

const expected: Record<string, Expected> = {
  conversation_complete: {
    ended: 'assistant_hung_up',
    conversation: 'conversation_complete',
    speakers: [A, U, A, U, A, U, A],
    events: answered(3),
  },
  asks_if_bot: {
    ended: 'assistant_hung_up',
    conversation: 'conversation_complete',
    speakers: [A, U, A, U, A, U, A, U, A],
    events: answered(4),
  },
  contact_hung_up: {
    ended: 'contact_hung_up',
    conversation: 'other_unsuccessful',
    speakers: [A, U],
    events: answered(1),
  },
  contact_busy: { ended: 'contact_busy', conversation: 'no_answer', speakers: [], events: ['ended'] },
  contact_did_not_answer: unanswered,
  left_voicemail: {
    ended: 'assistant_hung_up',
    conversation: 'left_voicemail',
    speakers: [A, U, A],
    // The verdict, and the beep.
    events: ['ringing', 'answered', 'machine', 'machine', 'contact_spoke', 'ended'],
  },
  wrong_contact: {
    ended: 'assistant_hung_up',
    conversation: 'wrong_contact',
    speakers: [A, U, A],
    events: answered(1),
  },
  user_refusal: { ended: 'assistant_hung_up', conversation: 'user_refusal', speakers: [A, U, A], events: answered(1) },
  call_dropped: { ended: 'contact_hung_up', conversation: 'call_dropped', speakers: [A, U, A], events: answered(1) },
  assistant_error: {
    ended: 'assistant_error',
    conversation: 'other_unsuccessful',
    speakers: [A, U],
    events: answered(1),
  },
  asks_for_callback: {
    ended: 'assistant_hung_up',
    conversation: 'conversation_complete',
    speakers: [A, U, A],
    events: answered(1),
  },
  asks_for_person: {
    ended: 'assistant_hung_up',
    conversation: 'conversation_complete',
    speakers: [A, U, A],
    events: answered(1),
  },
  presses_keys: {
    ended: 'assistant_hung_up',
    conversation: 'conversation_complete',
    speakers: [A, U, A, U, A, U, A],
    events: [
      ...['ringing', 'answered', 'machine', 'dtmf', 'contact_spoke', 'dtmf', 'dtmf', 'contact_spoke'],
      ...['contact_spoke', 'ended'],
    ],
  },
  early_media: {
    ended: 'assistant_hung_up',
    conversation: 'conversation_complete',
    speakers: [A, U, A, U, A, U, A],
    events: ['ringing', 'early_media', 'answered', 'machine', ...Array<string>(3).fill('contact_spoke'), 'ended'],
  },
  contact_declined: unanswered,
  number_unwanted: unanswered,
  invalid_number: { ended: 'contact_did_not_answer', conversation: 'no_answer', speakers: [], events: ['ended'] },
  machine_with_beep: onlyHeard('left_voicemail', [A, U, A]),
  machine_without_beep: onlyHeard('left_voicemail', [A, U, A]),
  contact_greets: onlyHeard('conversation_complete', [A, U, A, U, A, U, A]),
};
const talking = simulatorScenarios.filter((name) => expected[name]?.speakers.length);
const dialed = simulatorScenarios.filter((name) => name !== 'provider_error');

describe('the simulated scenarios, with the scripted agent and the rules analyzer', () => {
  it.each(dialed)('%s ends as documented', async (Scenario) => {
    const call = await runCall({ Scenario, TalkSeconds: 8 });
    const { ended, conversation, speakers, events } = expected[Scenario]!;
    expect(call.end.reason).toBe(ended);
    expect(call.analysis.ConversationEndReason).toBe(conversation);
    expect(call.analysis.AskedIfBotOrAI).toBe(Scenario === 'asks_if_bot');
    expect(call.messages.map(({ role }) => role)).toEqual(speakers);
    expect(call.events.map(({ type }) => type)).toEqual(events);
  });

  it.each(dialed)('%s rings once, and leaves one outcome and no timer', async (Scenario) => {
    const call = await runCall({ Scenario });
    const rings = call.ringLog.rings();
    expect(rings).toEqual([expect.objectContaining({ attemptKey: 'call_1', jobId: 'job_1', scenario: Scenario })]);
    const { reason, atMs, error } = call.end;
    const failure = error === undefined ? undefined : ringFailureOf(error);
    expect(call.ringLog.outcome('call_1')).toEqual(expect.objectContaining({ reason, endedAtMs: atMs }));
    expect(call.ringLog.outcome('call_1')?.failure).toBe(failure);
    expect(failure).not.toBe('unknown');
    expect(JSON.stringify(call.ringLog.outcome('call_1'))).not.toContain(error ?? 'error');
    expect(call.timersAtEnd()).toBe(0);
    expect(call.clock.pending()).toBe(0);
  });

  it.each(talking)('%s reports its messages in order, with times within the call', async (Scenario) => {
    const call = await runCall({ Scenario, TalkSeconds: 12 });
    let lastEndMs = 0;
    for (const { start_ms, end_ms, created_at } of call.messages) {
      expect(start_ms).toBeGreaterThanOrEqual(lastEndMs);
      expect(end_ms).toBeGreaterThan(start_ms!);
      const answeredAtMs = call.end.atMs - call.talkedMs!;
      expect(Math.abs(Date.parse(created_at) - (answeredAtMs + start_ms!))).toBeLessThanOrEqual(1);
      lastEndMs = end_ms!;
    }
    expect(lastEndMs).toBeLessThanOrEqual(call.talkedMs!);
  });

  it('lasts TalkSeconds in every scenario', async () => {
    const seconds = fc.oneof(
      fc.double({ min: 0.5, max: 30, noNaN: true }),
      fc.double({ min: 30, max: 1500, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...talking), seconds, async (Scenario, TalkSeconds) => {
        const { talkedMs } = await runCall({ Scenario, TalkSeconds });
        expect(Math.abs(talkedMs! - TalkSeconds * 1000)).toBeLessThan(1000);
      }),
      { numRuns: 100 },
    );
  });

  it('speaks at a natural rate in a long conversation', async () => {
    const { messages } = await runCall({ Scenario: 'conversation_complete', TalkSeconds: 120 });
    for (const { content, start_ms, end_ms } of messages) {
      const charactersPerSecond = (content!.length / (end_ms! - start_ms!)) * 1000;
      expect(charactersPerSecond).toBeGreaterThan(8);
      expect(charactersPerSecond).toBeLessThan(25);
    }
  });

  it('distinguishes a dropped connection from a contact who hung up', async () => {
    const dropped = await runCall({ Scenario: 'call_dropped' });
    expect(dropped.end.error).toMatch(/connection was lost/);
    expect(dropped.messages.at(-1)).toMatchObject({ role: 'assistant', interrupted: true });
    const hungUp = await runCall({ Scenario: 'contact_hung_up' });
    expect(hungUp.end.error).toBeUndefined();
    expect(hungUp.messages.filter(({ interrupted }) => interrupted)).toEqual([]);
  });

  it('lets the contact ask for a callback two hours after its sentence, and for a person', async () => {
    const { callbacks, messages, end, talkedMs } = await runCall({ Scenario: 'asks_for_callback' });
    const answeredMs = end.atMs - talkedMs!;
    expect(callbacks).toEqual([answeredMs + messages[1]!.end_ms! + 2 * 3_600_000]);
    const { transfers } = await runCall({ Scenario: 'asks_for_person' });
    expect(transfers).toEqual([{ note: expect.stringContaining('speak to a person') as string }]);
  });

  it('lets the agent fail in assistant_error', async () => {
    const { agent, end } = await runCall({ Scenario: 'assistant_error' });
    expect(agent.outcome).toEqual(new Error(end.error));
  });

  it('lets a mailbox interrupt the greeting, and leaves the message after the beep', async () => {
    const { messages } = await runCall({ Scenario: 'left_voicemail' });
    expect(messages[0]).toMatchObject({ role: 'assistant', interrupted: true });
    expect(messages[1]?.content).toMatch(/after the tone\. \[beep\]$/);
    expect(messages[2]?.content).toMatch(/sorry to have missed you/);
  });

  it('refuses in provider_error before anything rings', async () => {
    const { provider, ringLog } = createSimulation();
    const placing = provider.dial(dialRequest({ Scenario: 'provider_error' }));
    await expect(placing).rejects.toMatchObject({ name: 'CallRefusedError' });
    expect(ringLog.rings()).toEqual([]);
    expect(await provider.lookup('call_1')).toEqual({ state: 'never_sent' });
  });
});

describe('a job that names no scenario', () => {
  it('takes the same course every time', async () => {
    const request = { jobId: 'job_without_scenario' };
    const [one, other] = [await runCall(undefined, { request }), await runCall(undefined, { request })];
    expect(one.messages).toEqual(other.messages);
    expect(one.events).toEqual(other.events);
  });

  it('mostly completes its conversation, and never fails on our side', () => {
    const drawn = Array.from({ length: 2000 }, (_, i) => drawScenario(`job_${i}`));
    const share = (name: string) => drawn.filter((scenario) => scenario === name).length / drawn.length;
    expect(share('conversation_complete')).toBeGreaterThan(0.65);
    expect(share('conversation_complete')).toBeLessThan(0.75);
    expect(share('assistant_error') + share('provider_error')).toBe(0);
    expect(new Set(drawn).size).toBe(9);
  });

  it('rings for one to three seconds and talks for four to ten', async () => {
    const request = {
      jobId: Array.from({ length: 99 }, (_, i) => `job_${i}`).find(
        (id) => drawScenario(id) === 'conversation_complete',
      )!,
    };
    const { events, talkedMs } = await runCall(undefined, { request });
    const [ringing, answer] = events as { atMs: number }[];
    expect(answer!.atMs - ringing!.atMs).toBeGreaterThanOrEqual(1000);
    expect(answer!.atMs - ringing!.atMs).toBeLessThanOrEqual(3000);
    expect(talkedMs).toBeGreaterThanOrEqual(3900);
    expect(talkedMs).toBeLessThanOrEqual(10_100);
  });
});
