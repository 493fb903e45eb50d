import type { AudioFrame, LegEnd, LegEvent } from '../../../../shared/adapters/telephony/telephony';
import type { SimulatorScenario } from '../../../../shared/adapters/telephony/simulated/scenarios';
import type { SimulatorSettings } from '../../../../shared/adapters/telephony/simulated/settings';
import { assertSpeaks, createSimulation, dialRequest } from './simulated-call';

/** A tone as an agent might play it; loud enough for speech. */
const tone = (ms: number): Buffer => {
  const pcm = Buffer.alloc(ms * 48);
  for (let i = 0; i * 2 < pcm.length; i++) pcm.writeInt16LE(Math.round(9_000 * Math.sin(i / 8)) || 1, i * 2);
  return pcm;
};

async function dial(simulator: SimulatorSettings) {
  const simulation = createSimulation();
  const leg = await simulation.provider.dial(dialRequest({ RingSeconds: 0, TalkSeconds: 20, ...simulator }));
  assertSpeaks(leg);
  const events: LegEvent[] = [];
  const said: string[] = [];
  const frames: AudioFrame[] = [];
  leg.onEvent((event) => events.push(event));
  leg.onSpeech(({ text }) => said.push(text));
  leg.onAudio((frame) => frames.push(frame));
  await simulation.clock.advance(0);
  const of = (channel: AudioFrame['channel']) => frames.filter((frame) => frame.channel === channel);
  const loud = (channel: AudioFrame['channel']) => of(channel).filter(({ pcm }) => pcm.some((byte) => byte !== 0));
  return { ...simulation, leg, events, said, frames, of, loud };
}

describe('an agent that plays audio, on the simulated line', () => {
  it('is heard by listeners and recorded as it was written, and the contact answers as audio', async () => {
    const { leg, clock, loud, of, said } = await dial({ Scenario: 'conversation_complete' });
    const pcm = tone(1_000);
    leg.voice.write(pcm, 24_000);
    const mark = leg.voice.mark();
    await clock.advance(1_100);
    expect(await mark).toBe('heard');
    expect(Buffer.concat(loud('bot').map((frame) => frame.pcm))).toEqual(pcm);
    expect(loud('user')).toEqual([]);
    await clock.advance(9_000);
    expect(said).toHaveLength(1);
    expect(loud('user').length).toBeGreaterThan(20);
    // No frame is missing on either side.
    for (const channel of ['bot', 'user'] as const)
      expect(of(channel).map(({ startMs }) => startMs)).toEqual(of(channel).map((_, index) => index * 20));
  });

  it('holds the scripted conversation, turn by turn, with agents of any rate', async () => {
    const { leg, clock, said, events } = await dial({ Scenario: 'presses_keys' });
    for (const rate of [8_000, 16_000, 24_000] as const) {
      const before = said.length;
      leg.voice.write(tone(500), rate);
      for (let i = 0; i < 200 && said.length === before; i++) await clock.advance(100);
      expect(said).toHaveLength(before + 1);
    }
    await clock.advance(1_000);
    const keys = events.flatMap((event) => (event.type === 'dtmf' ? [event.digit] : []));
    expect(keys.join('')).toBe('42#');
    await leg.hangUp();
    expect(await leg.ended).toMatchObject({ reason: 'assistant_hung_up', by: 'us' });
  });

  it('that plays nothing hears the contact speak first', async () => {
    const { clock, said } = await dial({ Scenario: 'conversation_complete' });
    await clock.advance(15_000);
    expect(said).toHaveLength(1);
  });

  it('that sends silence all the time is not taken for a speaker', async () => {
    const { leg, clock, said, events } = await dial({ Scenario: 'contact_hung_up', TalkSeconds: 4 });
    for (let i = 0; i < 500 && !events.some(({ type }) => type === 'ended'); i++) {
      leg.voice.write(Buffer.alloc(960), 24_000);
      await clock.advance(20);
    }
    expect(said).toHaveLength(1);
  });

  it.each([
    { Scenario: 'call_dropped', end: { reason: 'contact_hung_up', detail: 'line_failed', by: 'line' } },
    { Scenario: 'assistant_error', end: { reason: 'assistant_error', by: 'us' } },
  ] as const)('finds the end of $Scenario', async ({ Scenario, end }) => {
    const { leg, clock, events } = await dial({ Scenario });
    for (let i = 0; i < 60 && !events.some(({ type }) => type === 'ended'); i++) {
      if (i % 10 === 0) leg.voice.write(tone(500), 24_000);
      await clock.advance(1_000);
    }
    expect(await leg.ended).toMatchObject(end);
  });
});

describe('keys that the agent presses', () => {
  it('are sent in order after the audio before them, and recorded', async () => {
    const { leg, clock, events, ringLog } = await dial({ Scenario: 'conversation_complete' });
    const { atMs: answeredMs } = events.find(({ type }) => type === 'answered') as { atMs: number };
    leg.voice.write(tone(1_000), 24_000);
    const sent = Promise.all([leg.sendDtmf('1w2'), leg.sendDtmf('#')]);
    await clock.advance(3_000);
    await sent;
    const keys = events.flatMap((event) => (event.type === 'dtmf_sent' ? [event] : []));
    expect(keys.map(({ digit }) => digit)).toEqual(['1', '2', '#']);
    expect(keys.map(({ atMs }) => atMs - answeredMs)).toEqual([1_000, 1_700, 1_900]);
    expect(ringLog.keys('call_1')).toBe('12#');
  });

  it('are refused if they are no keys, and dropped with the call', async () => {
    const { leg, clock, ringLog } = await dial({ Scenario: 'conversation_complete' });
    await expect(leg.sendDtmf('12x')).rejects.toThrow(RangeError);
    const sent = leg.sendDtmf('1WWWWWWWWW2');
    await clock.advance(500);
    await leg.hangUp();
    await sent;
    expect([ringLog.keys('call_1'), clock.pending()]).toEqual(['1', 0]);
  });
});

describe('what ended a simulated call', () => {
  it.each<{ Scenario: SimulatorScenario; end: Partial<LegEnd> }>([
    { Scenario: 'contact_busy', end: { detail: 'busy', q850: 17, sip: { code: 486, phrase: 'Busy Here' } } },
    { Scenario: 'contact_declined', end: { detail: 'declined', q850: 21, sip: { code: 603, phrase: 'Decline' } } },
    { Scenario: 'invalid_number', end: { detail: 'invalid_number', permanent: true, q850: 1 } },
    { Scenario: 'number_unwanted', end: { detail: 'unwanted', sip: { code: 607, phrase: 'Unwanted' } } },
  ])('$Scenario is reported with its codes, also to a lookup after a crash', async ({ Scenario, end }) => {
    const { leg, clock, provider } = await dial({ Scenario });
    await clock.advance(60_000);
    const reported = await leg.ended;
    expect(reported).toMatchObject({ ...end, by: 'line' });
    expect(await provider.lookup('call_1')).toEqual({ state: 'ended', end: reported });
  });

  it('is distinguished when we hang up for a reason', async () => {
    const { leg } = await dial({ Scenario: 'conversation_complete' });
    await leg.hangUp({ reason: 'answering_machine' });
    expect(await leg.ended).toMatchObject({ reason: 'assistant_hung_up', detail: 'answering_machine', by: 'us' });
  });
});
