import fc from 'fast-check';
import { frameMs, renderFrame, sampleRates } from '../../../../shared/adapters/telephony/simulated/audio';
import { simulatorScenarios } from '../../../../shared/adapters/telephony/simulated/scenarios';
import type { Utterance } from '../../../../shared/adapters/telephony/simulated/voice';
import type { AudioFrame } from '../../../../shared/adapters/telephony/telephony';
import type { LLMMessage } from '../../../../shared/domain/call/call';
import { untilOverMs, startCall } from './simulated-call';

const channels = ['user', 'bot'] as const;
const speech: Utterance[] = [
  { channel: 'bot', startMs: 210, endMs: 2815 },
  { channel: 'user', startMs: 3100, endMs: 6000 },
];

/** Root mean square of PCM samples; full scale is 32768. */
function loudness(pcm: Buffer): number {
  let sum = 0;
  for (let i = 0; i < pcm.length; i += 2) sum += pcm.readInt16LE(i) ** 2;
  return Math.sqrt(sum / (pcm.length / 2));
}

function render(channel: Utterance['channel'], fromMs: number, toMs: number, seed = 'call_1'): Buffer {
  const frames: Buffer[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += frameMs)
    frames.push(renderFrame({ seed, channel, startMs, speech }));
  return Buffer.concat(frames);
}

/** The timeline of a conversation, rebuilt from the stored messages. */
const speechOf = (messages: readonly LLMMessage[]): Utterance[] =>
  messages.map(({ role, start_ms, end_ms }) => ({
    channel: role === 'assistant' ? 'bot' : 'user',
    startMs: start_ms!,
    endMs: end_ms!,
  }));

describe('a frame of simulated audio', () => {
  it('holds 20 ms: 640 bytes of the contact, 960 of the assistant', () => {
    expect(renderFrame({ seed: 's', channel: 'user', startMs: 0, speech })).toHaveLength(640);
    expect(renderFrame({ seed: 's', channel: 'bot', startMs: 0, speech })).toHaveLength(960);
  });

  it('has the same bytes whatever the order of the utterances', () => {
    fc.assert(
      fc.property(fc.constantFrom(...channels), fc.nat({ max: 350 }), fc.string(), (channel, number, seed) => {
        const request = { seed, channel, startMs: number * frameMs, speech };
        expect(renderFrame(request).equals(renderFrame({ ...request, speech: [...speech].reverse() }))).toBe(true);
      }),
    );
  });

  it.each([
    { channel: 'bot', speaks: [220, 2800], silent: [2860, 7000] },
    { channel: 'user', speaks: [3100, 6000], silent: [0, 3100] },
  ] as const)('is loud while $channel speaks and silent while it does not', ({ channel, speaks, silent }) => {
    expect(loudness(render(channel, speaks[0], speaks[1]))).toBeGreaterThan(1000);
    expect(loudness(render(channel, silent[0], silent[1]))).toBe(0);
  });

  it('rises and fades about four times a second, as syllables do', () => {
    const levels = Array.from({ length: 130 }, (_, i) =>
      loudness(render('user', 3100 + i * frameMs, 3120 + i * frameMs)),
    );
    const bursts = levels.filter((level, i) => level > 800 && (levels[i - 1] ?? 0) <= 800).length;
    expect((bursts / (levels.length * frameMs)) * 1000).toBeGreaterThan(2.5);
    expect((bursts / (levels.length * frameMs)) * 1000).toBeLessThan(6);
  });

  it('has no click where speech is interrupted, and none between frames', () => {
    for (const channel of channels) {
      const pcm = render(channel, 0, 7000);
      const edge = Math.round((2815 * sampleRates[channel]) / 1000);
      expect(Math.abs(pcm.readInt16LE(edge * 2) - pcm.readInt16LE(edge * 2 - 2))).toBeLessThan(6000);
      const whole = loudness(pcm);
      const jumps: number[] = [];
      const inFrame = (sampleRates[channel] * frameMs) / 1000;
      for (let i = inFrame; i * 2 < pcm.length; i += inFrame) {
        jumps.push(Math.abs(pcm.readInt16LE(i * 2) - pcm.readInt16LE(i * 2 - 2)));
      }
      expect(jumps.reduce((sum, jump) => sum + jump, 0) / jumps.length).toBeLessThan(whole);
    }
  });

  it('never clips', () => {
    const samples = new Int16Array(new Uint8Array(render('bot', 0, 3000)).buffer);
    expect(Math.max(...samples.map(Math.abs))).toBeLessThan(20_000);
  });

  it('gives different calls different voices', () => {
    const voices = new Set(['a', 'b', 'c', 'd'].map((seed) => render('bot', 0, 1000, seed).toString('base64')));
    expect(voices.size).toBe(4);
  });
});

describe('the live audio of a leg', () => {
  const talkingCall = () => startCall({ Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: 10 });

  const startsOf = (frames: readonly AudioFrame[], channel: AudioFrame['channel']) =>
    frames.filter((frame) => frame.channel === channel).map(({ startMs }) => startMs);
  const everyFrame = (fromMs: number, toMs: number) =>
    Array.from({ length: Math.floor(toMs / frameMs) - fromMs / frameMs }, (_, i) => fromMs + i * frameMs);

  it('includes every frame of both channels from the answer to the end of the call', async () => {
    const call = await talkingCall();
    const frames: AudioFrame[] = [];
    call.leg.onAudio((frame) => frames.push(frame));
    await call.clock.advance(untilOverMs);
    const answeredMs = (call.events.find(({ type }) => type === 'answered') as { atMs: number }).atMs;
    const lengthMs = (await call.leg.ended).atMs - answeredMs;
    for (const channel of channels) expect(startsOf(frames, channel)).toEqual(everyFrame(0, lengthMs));
  });

  it('can be reproduced bit by bit from the messages of the call, wherever the call ended', async () => {
    // A beep is in no message.
    const without = ['provider_error', 'machine_with_beep'];
    const scenario = fc.constantFrom(...simulatorScenarios.filter((name) => !without.includes(name)));
    await fc.assert(
      fc.asyncProperty(scenario, fc.integer({ min: 0, max: 7000 }), async (Scenario, hangUpMs) => {
        const call = await startCall({ Scenario, RingSeconds: 0.1, TalkSeconds: 6 });
        const frames: AudioFrame[] = [];
        call.leg.onAudio((frame) => frames.push(frame));
        await call.clock.advance(hangUpMs);
        await call.leg.hangUp();
        await call.clock.advance(0);
        const timeline = speechOf(call.messages);
        const differing = frames.filter(
          ({ channel, startMs, pcm }) =>
            !pcm.equals(renderFrame({ seed: 'call_1', channel, startMs, speech: timeline })),
        );
        expect(differing).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it('keeps pace with the clock', async () => {
    const call = await talkingCall();
    const late: number[] = [];
    let answeredMs = 0;
    call.leg.onEvent((event) => event.type === 'answered' && (answeredMs = event.atMs));
    call.leg.onAudio(({ startMs }) => late.push(call.clock.nowMs() - answeredMs - startMs - frameMs));
    await call.clock.advance(6000);
    expect(late.length).toBe(2 * 250);
    expect(new Set(late)).toEqual(new Set([0]));
  });

  it('catches up after the event loop stalled, without a gap', async () => {
    const call = await talkingCall();
    const frames: AudioFrame[] = [];
    call.leg.onAudio((frame) => frames.push(frame));
    await call.clock.advance(2000);
    call.clock.stall(1234);
    await call.clock.advance(766);
    for (const channel of channels) expect(startsOf(frames, channel)).toEqual(everyFrame(0, 3000));
  });

  it('starts at the current time for a late listener, is shared, and stops with the last listener', async () => {
    const call = await talkingCall();
    await call.clock.advance(1000 + 1010);
    const [first, second]: [AudioFrame[], AudioFrame[]] = [[], []];
    const stopFirst = call.leg.onAudio((frame) => first.push(frame));
    await call.clock.advance(500);
    const stopSecond = call.leg.onAudio((frame) => second.push(frame));
    await call.clock.advance(490);
    expect(startsOf(first, 'bot')).toEqual(everyFrame(1020, 2000));
    expect(second).toEqual(first.slice(-second.length));
    const timers = call.clock.pending();
    stopFirst();
    expect(call.clock.pending()).toBe(timers);
    stopSecond();
    expect(call.clock.pending()).toBe(timers - 1);
    await call.clock.advance(1000);
    expect(startsOf(first, 'bot')).toEqual(everyFrame(1020, 2000));
    const third: AudioFrame[] = [];
    call.leg.onAudio((frame) => third.push(frame));
    await call.clock.advance(100);
    expect(startsOf(third, 'user')).toEqual(everyFrame(3000, 3100));
  });

  it('is never rendered for an unanswered call', async () => {
    const call = await startCall({ Scenario: 'contact_busy' });
    const frames: AudioFrame[] = [];
    call.leg.onAudio((frame) => frames.push(frame));
    await call.clock.advance(untilOverMs);
    expect(frames).toEqual([]);
  });
});
