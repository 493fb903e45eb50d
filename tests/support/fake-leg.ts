import type { SpeakingLeg } from '../../shared/adapters/telephony/telephony';
import { bytesOf, type AudioChannel } from '../../shared/domain/audio/format';
import type { AudioFrame } from '../../shared/adapters/telephony/telephony';

/** A line whose audio the test makes. */
export function fakeLeg(attemptKey: string) {
  const listeners = new Set<(frame: AudioFrame) => void>();
  let hungUp = 0;
  const leg: SpeakingLeg = {
    attemptKey,
    line: { Provider: 'fake' },
    onLine: () => () => undefined,
    onSpeech: () => () => undefined,
    voice: {
      write: () => undefined,
      mark: () => Promise.resolve('dropped'),
      clear: () => undefined,
      queuedMs: 0,
      droppedMs: 0,
    },
    sendDtmf: () => Promise.resolve(),
    onEvent: () => () => undefined,
    onAudio: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say: () => Promise.reject(new Error('This line says nothing.')),
    hangUp: () => {
      hungUp++;
      return Promise.resolve();
    },
    ended: new Promise(() => undefined),
  };
  return {
    leg,
    listeners,
    hungUp: () => hungUp,
    speak: (channel: AudioChannel, fill: number) => {
      const frame = { channel, startMs: 0, pcm: Buffer.alloc(bytesOf(channel, 20), fill) };
      for (const hear of listeners) hear(frame);
    },
  };
}
