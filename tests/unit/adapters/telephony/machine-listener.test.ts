import { withMachineDetection } from '../../../../shared/adapters/telephony/machine-listener';
import type { SimulatorScenario } from '../../../../shared/adapters/telephony/simulated/scenarios';
import {
  canSpeak,
  type AudioFrame,
  type LegEvent,
  type MachineEvent,
  type TelephonyProvider,
} from '../../../../shared/adapters/telephony/telephony';
import type { MachineListenerOptions } from '../../../../shared/domain/audio/machine-detection';
import { createMachinePolicy } from '../../../../shared/domain/call/answering-machine';
import { pcmOf } from '../../../../shared/domain/audio/pcm';
import { concat, silence, sine, speech } from '../../../support/audio-clips';
import { voiceLeg } from '../../../support/voice-leg';
import { createSimulation, dialRequest, untilOverMs } from './simulated-call';

const machines = (events: readonly LegEvent[]): MachineEvent[] => events.filter((event) => event.type === 'machine');

/** Places a call, says nothing for so long, and hangs up. */
async function listenTo(Scenario: SimulatorScenario, ms: number) {
  const { provider, clock } = createSimulation();
  const leg = await withMachineDetection(provider).dial(dialRequest({ Scenario, RingSeconds: 1 }));
  const events: LegEvent[] = [];
  leg.onEvent((event) => events.push(event));
  await clock.advance(ms);
  void leg.hangUp();
  await clock.advance(untilOverMs);
  const answered = events.find((event) => event.type === 'answered');
  return { seen: machines(events), last: events.at(-1), answeredMs: answered!.atMs, pending: clock.pending() };
}

/** A line under control, and what a listener gets of it. */
async function controlled(machineDetection: MachineListenerOptions = {}) {
  const line = voiceLeg();
  const provider: TelephonyProvider = {
    name: 'fake',
    dial: () => Promise.resolve(line.leg),
    lookup: () => Promise.resolve({ state: 'unknown' }),
  };
  const leg = await withMachineDetection(provider).dial(dialRequest(undefined, { machineDetection }));
  const events: LegEvent[] = [];
  leg.onEvent((event) => events.push(event));
  return { line, leg, events };
}

describe('a line that does not say who answered', () => {
  it('is heard: a machine by its greeting, and when it has beeped', async () => {
    const { seen, last, answeredMs, pending } = await listenTo('machine_with_beep', 20_000);
    const [verdict, ...later] = seen;
    expect(verdict).toMatchObject({ verdict: 'machine', cause: 'long_greeting' });
    const beep = later.find(({ beepAtMs }) => beepAtMs !== undefined);
    expect(beep).toMatchObject({ verdict: 'machine', cause: 'long_greeting' });
    expect(beep!.beepAtMs).toBeGreaterThan(answeredMs + 3_500);
    expect(last).toMatchObject({ type: 'ended' });
    expect(pending).toBe(0);
  });

  it('is heard: a machine without a beep, and when it has paused', async () => {
    const { seen } = await listenTo('machine_without_beep', 20_000);
    expect(seen[0]).toMatchObject({ verdict: 'machine', cause: 'long_greeting' });
    expect(seen.at(-1)?.pausedAtMs).toBeGreaterThan(seen[0]!.atMs);
    expect(seen.some(({ beepAtMs }) => beepAtMs !== undefined)).toBe(false);
  });

  it('is heard: a machine that speaks on after a pause gets its message after the beep, not into its greeting', async () => {
    const { line, events } = await controlled();
    line.answer(1_000_000);
    line.say(
      concat([speech(3_000), silence(1_500), speech(4_000), silence(300), sine(1_000, 400), silence(1_000)], 16_000),
    );
    const policy = createMachinePolicy({ Action: 'leave_message' }, true);
    const asked: number[] = [];
    const seen = machines(events);
    for (let atMs = 0; atMs < 10_000; atMs += 20) {
      for (const event of seen.filter((one) => one.atMs - 1_000_000 === atMs)) {
        const [beep, paused] = [event.beepAtMs !== undefined, event.pausedAtMs !== undefined];
        if (policy.see({ ...event, by: 'line', beep, paused }, atMs) === 'leave_message') asked.push(atMs);
      }
      if (policy.tick(atMs, true) === 'leave_message') asked.push(atMs);
    }
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeGreaterThan(8_800);
  });

  it('is heard: a human by a short greeting', async () => {
    const { seen } = await listenTo('contact_greets', 4_000);
    expect(seen).toMatchObject([{ verdict: 'human', cause: 'short_greeting' }]);
  });

  it('is heard from the answer until detection ends', async () => {
    const { line, events } = await controlled({ MachineDetectionTimeout: 3 });
    const before = line.subscriptions();
    line.answer(1_000_000);
    expect(line.subscriptions()).toBe(before + 1);
    line.say(concat([speech(400), silence(4_000)], 16_000));
    expect(machines(events)).toEqual([
      {
        type: 'machine',
        verdict: 'human',
        cause: 'short_greeting',
        confidence: expect.any(Number) as number,
        atMs: expect.any(Number) as number,
      },
    ]);
    expect(line.subscriptions()).toBe(before);
  });

  it('is heard with the campaign’s options', async () => {
    const { line, events } = await controlled({ MachineDetectionSpeechThreshold: 1_000 });
    line.answer(1_000_000);
    line.say(concat([speech(1_500), silence(200)], 16_000));
    expect(machines(events)).toMatchObject([{ verdict: 'machine', cause: 'long_greeting' }]);
    expect(machines(events)[0]!.atMs).toBeLessThan(1_001_300);
  });

  it('is heard in the audio of the line itself, if that has 8 kHz, whatever the frames at 16 kHz hold', async () => {
    const { line, events } = await controlled();
    line.answer(0);
    const clip = concat([silence(200), sine(1_000, 400), silence(400)], 8_000);
    for (let at = 0; at < clip.length; at += 160)
      line.hear({
        channel: 'user',
        startMs: at / 8,
        pcm: Buffer.alloc(640),
        narrowband: pcmOf(clip.slice(at, at + 160)),
      });
    expect(machines(events)).toMatchObject([
      { verdict: 'machine', cause: 'beep', beepAtMs: expect.any(Number) as number },
    ]);
  });

  it('may send frames of a wrong length: they end nothing', async () => {
    const { line, events } = await controlled();
    line.answer(0);
    const frames: AudioFrame[] = [
      { channel: 'user', startMs: 0, pcm: Buffer.alloc(7) },
      { channel: 'user', startMs: 0, pcm: Buffer.alloc(640), narrowband: Buffer.alloc(320) },
    ];
    expect(() => frames.forEach((frame) => line.hear(frame))).not.toThrow();
    expect(machines(events)).toEqual([]);
  });
});

describe('a leg', () => {
  it('that says who answered is left as it is', async () => {
    const { provider, clock } = createSimulation();
    let inner: unknown;
    const dialed = await withMachineDetection({
      ...provider,
      dial: async (request) => {
        const leg = await provider.dial(request);
        inner = leg;
        return leg;
      },
    }).dial(dialRequest({ Scenario: 'left_voicemail' }));
    expect(dialed).toBe(inner);
    await clock.advance(untilOverMs);
  });
  it('speaks text with detection if it does without', async () => {
    const { provider, clock } = createSimulation();
    const leg = await withMachineDetection(provider).dial(dialRequest({ Scenario: 'contact_greets' }));
    expect(canSpeak(leg)).toBe(true);
    await clock.advance(untilOverMs);
    expect(canSpeak((await controlled()).leg)).toBe(canSpeak(voiceLeg().leg));
  });
});
