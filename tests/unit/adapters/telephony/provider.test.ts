import fc from 'fast-check';
import { createMemoryRingLog } from '../../../../shared/adapters/telephony/memory-ring-log';
import { createSimulatedProvider } from '../../../../shared/adapters/telephony/simulated/provider';
import { simulatorScenarios } from '../../../../shared/adapters/telephony/simulated/scenarios';
import type { RingLog } from '../../../../shared/adapters/telephony/ring-log';
import type { AudioFrame } from '../../../../shared/adapters/telephony/telephony';
import { createFakeClock } from './fake-clock';
import { assertSpeaks, createSimulation, untilOverMs, dialRequest, runCall, startCall } from './simulated-call';

describe('ringing', () => {
  it('is in the ring log before the leg reports it', async () => {
    const call = await startCall({ Scenario: 'conversation_complete' });
    expect(call.events).toEqual([]);
    expect(call.ringLog.rings()).toHaveLength(1);
    await call.clock.advance(0);
    expect(call.events).toEqual([{ type: 'ringing', atMs: call.clock.nowMs() }]);
  });

  it.each([{ state: 'live' }, { state: 'ended' }])(
    'happens once per attempt, even when the call is $state',
    async ({ state }) => {
      const simulation = createSimulation();
      await startCall({ Scenario: 'conversation_complete' }, { simulation });
      if (state === 'ended') await simulation.clock.advance(untilOverMs);
      await expect(simulation.provider.dial(dialRequest(undefined))).rejects.toThrow(/has rung already/);
      expect(simulation.ringLog.rings()).toHaveLength(1);
    },
  );

  it('appears twice in the ring log when two callers race', async () => {
    const { provider, ringLog } = createSimulation();
    await Promise.all([provider.dial(dialRequest(undefined)), provider.dial(dialRequest(undefined))]);
    expect(await ringLog.find('call_1')).toMatchObject({ rings: 2 });
  });

  it('does not happen when the ring log cannot be written', async () => {
    const clock = createFakeClock();
    const ringLog: RingLog = { ...createMemoryRingLog(), recordRing: () => Promise.reject(new Error('disk full')) };
    const provider = createSimulatedProvider({ ringLog, clock });
    await expect(provider.dial(dialRequest(undefined))).rejects.toThrow('disk full');
    expect(clock.pending()).toBe(0);
  });

  it('ends at the ring timeout when the contact does not answer', async () => {
    const call = await startCall({ Scenario: 'contact_did_not_answer' });
    await call.clock.advance(44_999);
    expect(call.events).toHaveLength(1);
    await call.clock.advance(1);
    expect(call.events[1]).toMatchObject({ type: 'ended', reason: 'contact_did_not_answer' });
  });

  it.each([
    { Scenario: 'contact_did_not_answer', RingSeconds: 5, rangMs: 5000 },
    { Scenario: 'contact_did_not_answer', RingSeconds: 60, rangMs: 45_000 },
    { Scenario: 'conversation_complete', RingSeconds: 60, rangMs: 45_000 },
    { Scenario: 'conversation_complete', RingSeconds: 45, rangMs: 45_000 },
  ] as const)(
    '$Scenario with $RingSeconds s rings $rangMs ms and is not answered',
    async ({ Scenario, RingSeconds, rangMs }) => {
      const { events, end } = await runCall({ Scenario, RingSeconds });
      expect(end.reason).toBe('contact_did_not_answer');
      expect(end.atMs - (events[0] as { atMs: number }).atMs).toBe(rangMs);
    },
  );
});

describe('an answered call', () => {
  it('ends with call_timeout after its maximum duration and interrupts the speaker', async () => {
    const request = { maxDurationMs: 5000 };
    const { end, talkedMs, messages } = await runCall(
      { Scenario: 'conversation_complete', TalkSeconds: 60 },
      { request },
    );
    expect(end.reason).toBe('call_timeout');
    expect(talkedMs).toBe(5000);
    expect(messages.at(-1)).toMatchObject({ interrupted: true, end_ms: 5000 });
  });

  it('takes the same course whether the agent joins while dialing or when the contact answers', async () => {
    const early = await runCall({ Scenario: 'asks_if_bot' }, { joins: 'while_dialing' });
    const late = await runCall({ Scenario: 'asks_if_bot' }, { joins: 'when_answered' });
    expect(late.messages).toEqual(early.messages);
    expect(late.end).toEqual(early.end);
  });

  it('lets a contact who hears nothing speak first', async () => {
    const { messages, end } = await runCall({ Scenario: 'conversation_complete' }, { agent: { Greeting: '' } });
    expect(messages[0]).toMatchObject({ role: 'user', content: 'Hello. Yes, speaking.' });
    expect(end.reason).toBe('assistant_hung_up');
  });

  it('lets the assistant say several sentences before the contact replies', async () => {
    const { provider, clock } = createSimulation();
    const leg = await provider.dial(
      dialRequest({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 60 }),
    );
    const heard: { startMs: number }[] = [];
    const frames: AudioFrame[] = [];
    assertSpeaks(leg);
    leg.onSpeech((speech) => heard.push(speech));
    leg.onAudio((frame) => frames.push(frame));
    const longText = 'And another sentence. '.repeat(12);
    const saying = leg.say('One.').then(() => leg.say(longText));
    await clock.advance(50_000);
    const { endMs, interrupted } = await saying;
    expect(interrupted).toBe(false);
    expect(heard).toHaveLength(1);
    const replyMs = heard[0]!.startMs;
    expect(replyMs).toBeGreaterThan(endMs);
    const early = frames.filter(({ channel, startMs }) => channel === 'user' && startMs + 20 <= replyMs);
    expect(early.filter(({ pcm }) => pcm.some((byte) => byte !== 0))).toEqual([]);
    await leg.hangUp();
    expect(await leg.say('Too late.')).toMatchObject({ interrupted: true });
  });

  it('continues when a listener throws, and reports the error', async () => {
    const warnings: string[] = [];
    const clock = createFakeClock();
    const logger = { warn: (_fields: object, message: string) => warnings.push(message) };
    const provider = createSimulatedProvider({ ringLog: createMemoryRingLog(), clock, logger });
    const simulation = { ...createSimulation(), clock, provider };
    const call = await startCall({ Scenario: 'wrong_contact' }, { simulation });
    call.leg.onEvent(() => {
      throw new Error('listener');
    });
    await clock.advance(untilOverMs);
    expect(call.events.at(-1)).toMatchObject({ type: 'ended', reason: 'assistant_hung_up' });
    expect(warnings.length).toBe(call.events.filter(({ type }) => type !== 'contact_spoke').length);
  });

  it('is refused without a ring beyond the carrier’s rate, and says when to try again', async () => {
    const clock = createFakeClock();
    const provider = createSimulatedProvider({ ringLog: createMemoryRingLog(), clock, callsPerSecond: 2 });
    const dial = (key: string) => provider.dial({ ...dialRequest({ Scenario: 'contact_busy' }), attemptKey: key });
    await dial('call_a_1');
    await clock.advance(300);
    await dial('call_b_1');
    await expect(dial('call_c_1')).rejects.toMatchObject({ name: 'CallRefusedError', retryAfterMs: 700 });
    expect(await provider.lookup('call_c_1')).toEqual({ state: 'never_sent' });
    await clock.advance(701);
    await dial('call_c_2');
  });

  it('is refused without a ring while the network is out of service, as a failed attempt; running calls go on', async () => {
    const [clock, ringLog] = [createFakeClock(), createMemoryRingLog()];
    let out = false;
    const provider = createSimulatedProvider({ ringLog, clock, isOut: () => out });
    const dial = (key: string) => provider.dial({ ...dialRequest({ Scenario: 'contact_busy' }), attemptKey: key });
    const before = await dial('call_a_1');
    out = true;
    await expect(dial('call_b_1')).rejects.toMatchObject({ name: 'CallRefusedError', retryAfterMs: undefined });
    await clock.advance(1_000);
    expect(await before.ended).toMatchObject({ reason: 'contact_busy' });
    out = false;
    await dial('call_b_2');
    expect(ringLog.rings().map(({ attemptKey }) => attemptKey)).toEqual(['call_a_1', 'call_b_2']);
  });

  it('ends even when its outcome cannot be written', async () => {
    const clock = createFakeClock();
    const ringLog: RingLog = { ...createMemoryRingLog(), recordEnd: () => Promise.reject(new Error('disk full')) };
    const leg = await createSimulatedProvider({ ringLog, clock }).dial(dialRequest({ Scenario: 'contact_busy' }));
    await clock.advance(1000);
    expect((await leg.ended).reason).toBe('contact_busy');
  });
});

describe('lookup', () => {
  it('returns the state of an attempt', async () => {
    const call = await startCall({ Scenario: 'conversation_complete', RingSeconds: 1 });
    expect(await call.provider.lookup('call_2')).toEqual({ state: 'never_sent' });
    expect(await call.provider.lookup('call_1')).toEqual({ state: 'active' });
    await call.clock.advance(untilOverMs);
    const answer = call.events.find(({ type }) => type === 'answered') as { atMs: number };
    const end = await call.leg.ended;
    expect(await call.provider.lookup('call_1')).toEqual({ state: 'ended', end, answeredAtMs: answer.atMs });
  });

  it('reports a call without a worker as lost, consistently', async () => {
    const { ringLog, clock, provider } = createSimulation();
    await provider.dial(dialRequest({ Scenario: 'conversation_complete' }));
    const afterTheCrash = createSimulatedProvider({ ringLog, clock });
    const found = await afterTheCrash.lookup('call_1');
    const end = { reason: 'assistant_error', atMs: clock.nowMs(), error: 'The worker that handled the call was lost.' };
    expect(found).toEqual({ state: 'ended', end });
    await clock.advance(untilOverMs);
    expect(await afterTheCrash.lookup('call_1')).toEqual(found);
    expect(ringLog.rings()).toHaveLength(1);
  });
});

describe('hanging up', () => {
  const scenario = fc.constantFrom(...simulatorScenarios.filter((name) => name !== 'provider_error'));
  const hangUpMs = fc.oneof(fc.integer({ min: 0, max: 9000 }), fc.constantFrom(0, 1, 500, 1000, 1001, 7000, 7001));

  it('at any time ends the call exactly once, with one ring, one outcome and no timer left', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, hangUpMs, fc.nat({ max: 9 }), async (Scenario, atMs, listens) => {
        const call = await startCall({ Scenario, RingSeconds: 1, TalkSeconds: 6 });
        if (listens === 0) call.leg.onAudio(() => undefined);
        await call.clock.advance(atMs);
        const hungUpAtMs = call.clock.nowMs();
        await Promise.all([call.leg.hangUp(), call.leg.hangUp()]);
        const end = await call.leg.ended;
        await call.clock.advance(untilOverMs);
        await call.leg.hangUp();
        expect(call.events.filter(({ type }) => type === 'ended')).toEqual([{ type: 'ended', ...end }]);
        expect(call.events.at(-1)?.type).toBe('ended');
        expect(end.atMs).toBeLessThanOrEqual(hungUpAtMs);
        expect(await call.ringLog.find('call_1')).toMatchObject({ rings: 1, outcome: { reason: end.reason } });
        expect([call.timersAtEnd(), call.clock.pending()]).toEqual([0, 0]);
        expect(call.agent.outcome).toBeDefined();
      }),
      { numRuns: 100 },
    );
  });

  it('interrupts the speaker and keeps the words spoken so far', async () => {
    const call = await startCall({ Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: 60 });
    await call.clock.advance(1000 + 6000);
    await call.leg.hangUp();
    await call.clock.advance(0);
    const last = call.messages.at(-1)!;
    expect(last).toMatchObject({ role: 'user', interrupted: true, end_ms: 6000 });
    const full = await runCall({ Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: 60 });
    expect(full.messages[call.messages.length - 1]!.content!.startsWith(last.content!)).toBe(true);
  });
});
