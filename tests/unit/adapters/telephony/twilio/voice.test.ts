import { createTwilioVoice } from '../../../../../shared/adapters/telephony/twilio/voice';
import { createTimers } from '../../../../../shared/adapters/telephony/simulated/clock';
import { createFakeClock } from '../fake-clock';

/** 20 ms at 8 kHz; frames of other values differ. */
const frame = (value: number): Buffer => Buffer.from(new Int16Array(160).fill(value * 1_000).buffer);

function createVoice() {
  const clock = createFakeClock();
  const startMs = clock.nowMs();
  const sent: string[] = [];
  const audio = new Map<string, string>();
  const name = (payload: Buffer): string => {
    const key = payload.toString('hex');
    audio.set(key, audio.get(key) ?? `frame ${audio.size + 1}`);
    return audio.get(key)!;
  };
  const stream = {
    send: (payload: Buffer) => void sent.push(`${clock.nowMs() - startMs}: ${name(payload)}`),
    mark: (mark: string) => void sent.push(`${clock.nowMs() - startMs}: mark ${mark}`),
    clear: () => void sent.push(`${clock.nowMs() - startMs}: clear`),
  };
  const voice = createTwilioVoice({
    stream: () => stream,
    elapsedMs: () => clock.nowMs() - startMs,
    after: createTimers(clock).after,
    onFrame: () => undefined,
  });
  voice.start();
  return { ...voice, clock, sent };
}

describe('the audio to Twilio', () => {
  it('begins with three frames at once, so that one that is late is not missed, and goes on in real time', async () => {
    const { voice, clock, sent } = createVoice();
    voice.write(Buffer.concat([1, 2, 3, 4, 5].map(frame)), 8_000);
    await clock.advance(200);
    const first = Number(sent[0]?.split(':')[0]);
    expect(sent).toEqual([
      ...[1, 2, 3].map((number) => `${first}: frame ${number}`),
      `${first + 20}: frame 4`,
      `${first + 40}: frame 5`,
    ]);
  });

  it('that is shorter is sent whole, before its mark, which Twilio reaches', async () => {
    const { voice, clock, sent, onMark } = createVoice();
    voice.write(frame(1), 8_000);
    const mark = voice.mark();
    await clock.advance(100);
    expect(sent.map((text) => text.replace(/^\d+: /, ''))).toEqual(['frame 1', 'mark 1']);
    onMark('1');
    expect(await mark).toBe('heard');
  });

  it('that is cleared is not sent any more, and its marks are dropped although Twilio reports them', async () => {
    const { voice, clock, sent, onMark } = createVoice();
    voice.write(Buffer.concat([1, 2].map(frame)), 8_000);
    await clock.advance(50);
    const marks = [voice.mark()];
    await clock.advance(50);
    voice.write(Buffer.concat([3, 4, 5, 6].map(frame)), 8_000);
    marks.push(voice.mark());
    await clock.advance(30);
    voice.clear();
    onMark('1');
    await clock.advance(200);
    expect(await Promise.all(marks)).toEqual(['dropped', 'dropped']);
    expect(sent.map((text) => text.replace(/^\d+: /, '')).slice(-1)).toEqual(['clear']);
    expect(voice.queuedMs).toBe(0);
  });

  it('is dropped when the call ends, with its marks', async () => {
    const { voice, end } = createVoice();
    voice.write(frame(1), 8_000);
    const mark = voice.mark();
    end();
    expect(await mark).toBe('dropped');
  });
});
