import { createListeners, type Listeners } from '../listeners';
import { createPlayout } from '../playout';
import type { AudioFrame, VoiceOutput } from '../telephony';
import { createContactAudio } from './contact-audio';
import { createFrames } from './frames';
import { lineRate, type MediaSocket } from './media-socket';

/** The audio of one call, in both directions. */
export interface LegAudio {
  voice: VoiceOutput;
  /** The frames of both sides, from the answer on. */
  frames: Listeners<AudioFrame>;
  /** Begins to play and to listen, when the contact answers. */
  start(): void;
  end(): void;
}

export interface LegAudioDeps {
  media: MediaSocket;
  after: (ms: number, fn: () => void) => () => void;
  /** Ms since the answer. */
  elapsedMs: () => number;
  onError: (error: unknown) => void;
}

/** Plays the voice at the pace of the line, and pairs each 20 ms of it with 20 ms of the contact. */
export function createLegAudio({ media, after, elapsedMs, onError }: LegAudioDeps): LegAudio {
  let isOpen = false;
  const contact = createContactAudio();
  const listeners = createListeners<AudioFrame>(onError);
  const frames = createFrames(
    contact,
    () => listeners.size() > 0,
    (frame) => listeners.emit(frame),
  );
  const playout = createPlayout({
    rate: lineRate,
    elapsedMs,
    after,
    silence: 'sent',
    send: (pcm, startMs) => {
      media.send(pcm);
      // After a stall of this process several frames are due at once, and what the contact said since then is not read yet:
      // sockets are read before this.
      setImmediate(() => frames.play(pcm, startMs));
    },
  });
  media.onAudio((pcm) => {
    if (isOpen) contact.push(pcm);
  });
  return {
    voice: createVoice(playout.voice, media),
    frames: listeners,
    start: () => {
      isOpen = true;
      playout.start();
    },
    end: () => playout.end(),
  };
}

/** What the playout has sent is heard once Asterisk has played it, and is cleared there too. */
const createVoice = (voice: VoiceOutput, media: MediaSocket): VoiceOutput => ({
  write: (pcm, rate) => voice.write(pcm, rate),
  mark: async () => ((await voice.mark()) === 'heard' ? media.mark() : 'dropped'),
  clear: () => {
    voice.clear();
    media.flush();
  },
  get queuedMs() {
    return voice.queuedMs;
  },
  get droppedMs() {
    return voice.droppedMs;
  },
});
