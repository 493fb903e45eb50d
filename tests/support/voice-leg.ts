import { setImmediate } from 'node:timers/promises';
import type { AudioFrame, CallLeg, LegEnd, LegEvent, VoiceRate } from '../../shared/adapters/telephony/telephony';
import { fakeLeg } from './fake-leg';

/** A line under a test's control, which keeps what an agent plays to the contact until the test plays it. */
export function voiceLeg(attemptKey = 'call_1') {
  const { leg: base } = fakeLeg(attemptKey);
  const listeners = new Set<(event: LegEvent) => void>();
  const audio = new Set<(frame: AudioFrame) => void>();
  const written: { pcm: Buffer; rate: VoiceRate }[] = [];
  const keys: string[] = [];
  let marks: ((how: 'heard' | 'dropped') => void)[] = [];
  let end: (end: LegEnd) => void = () => undefined;
  const ended = new Promise<LegEnd>((resolve) => (end = resolve));
  let droppedMs = 0;
  let clears = 0;
  let startMs = 0;
  const settle = (how: 'heard' | 'dropped'): void => {
    for (const resolve of marks.splice(0)) resolve(how);
  };
  const finish = (reason: LegEnd['reason']): void => {
    settle('dropped');
    marks = [];
    end({ reason, atMs: Date.now() });
  };
  const leg: CallLeg = {
    ...base,
    ended,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onAudio: (listener) => {
      audio.add(listener);
      return () => audio.delete(listener);
    },
    sendDtmf: (digits) => {
      keys.push(digits);
      return Promise.resolve();
    },
    hangUp: () => {
      finish('assistant_hung_up');
      return Promise.resolve();
    },
    voice: {
      write: (pcm, rate) => void written.push({ pcm: Buffer.from(pcm), rate }),
      mark: () => new Promise((resolve) => marks.push(resolve)),
      clear: () => {
        clears++;
        settle('dropped');
      },
      queuedMs: 0,
      get droppedMs() {
        return droppedMs;
      },
    },
  };
  const emit = (event: LegEvent): void => listeners.forEach((listener) => listener(event));
  return {
    leg,
    written,
    keys,
    emit,
    answer: (atMs = Date.now()) => emit({ type: 'answered', atMs }),
    /** The contact speaks: one frame of 20 ms, all of whose samples have this value. */
    speak: (sample: number) => {
      const pcm = Buffer.alloc(640);
      for (let at = 0; at < pcm.length; at += 2) pcm.writeInt16LE(sample, at);
      audio.forEach((hear) => hear({ channel: 'user', startMs, pcm }));
      startMs += 20;
    },
    /** The contact says this: samples at 16 kHz, as fast as the agent takes them. */
    say: (samples: Int16Array) => {
      for (let at = 0; at < samples.length; at += 320) {
        const pcm = Buffer.alloc(640);
        samples.subarray(at, at + 320).forEach((sample, index) => pcm.writeInt16LE(sample, index * 2));
        audio.forEach((hear) => hear({ channel: 'user', startMs, pcm }));
        startMs += 20;
      }
    },
    /** The listeners get this frame. */
    hear: (frame: AudioFrame): void => audio.forEach((listener) => listener(frame)),
    /** Marks whose audio the contact has not heard yet. */
    pendingMarks: () => marks.length,
    /** The contact hears everything that was written. */
    heard: async () => {
      settle('heard');
      await setImmediate();
    },
    overflow: (ms: number) => (droppedMs = ms),
    clears: () => clears,
    subscriptions: () => listeners.size + audio.size,
    finish,
  };
}
export type VoiceLeg = ReturnType<typeof voiceLeg>;
