import { mulaw } from '../../../domain/audio/g711';
import { telephoneRate } from '../../../domain/audio/format';
import { samplesOf } from '../../../domain/audio/pcm';
import { createPlayout } from '../playout';
import type { VoiceOutput } from '../telephony';
import type { MediaStream } from './media-stream';

/** The audio to one contact. */
export interface TwilioVoice {
  readonly voice: VoiceOutput;
  /** Plays from now on, when the contact has answered and the stream is open. */
  start: () => void;
  /** Twilio reports a mark. */
  onMark: (name: string) => void;
  /** Drops what is queued, for good. */
  end: () => void;
}

export interface TwilioVoiceDeps {
  /** The stream of the call, once it is open. */
  stream: () => Pick<MediaStream, 'send' | 'mark' | 'clear'> | undefined;
  /** Ms since the answer. It must not jump back. */
  elapsedMs: () => number;
  after: (ms: number, fn: () => void) => () => void;
  /** Gets 20 ms each 20 ms, silent ones too. */
  onFrame: (pcm: Buffer, startMs: number) => void;
}

type Heard = (how: 'heard' | 'dropped') => void;

/**
 * Sends audio in real time, as on every other line, so that what is cleared was not sent. Twilio plays it a little later: a
 * mark is heard when Twilio says so.
 */
export function createTwilioVoice({ stream, elapsedMs, after, onFrame }: TwilioVoiceDeps): TwilioVoice {
  const marks = createSentMarks(stream);
  const ahead = createHeadStart((audio) => stream()?.send(audio));
  const playout = createPlayout({
    rate: telephoneRate,
    elapsedMs,
    after,
    silence: 'sent',
    send: (pcm, startMs) => {
      // Twilio plays silence while it gets nothing.
      if (pcm.some((byte) => byte !== 0)) ahead.push(mulaw.encode(samplesOf(pcm)));
      else ahead.flush();
      onFrame(pcm, startMs);
    },
  });
  const sendMark = (): Promise<'heard' | 'dropped'> => {
    ahead.flush();
    return marks.send();
  };
  const voice: VoiceOutput = {
    write: (pcm, rate) => playout.voice.write(pcm, rate),
    mark: async () => ((await playout.voice.mark()) === 'dropped' ? 'dropped' : sendMark()),
    clear: () => {
      playout.voice.clear();
      ahead.clear();
      stream()?.clear();
      // Twilio reports cleared marks as if they were heard.
      marks.drop();
    },
    get queuedMs() {
      return playout.voice.queuedMs;
    },
    get droppedMs() {
      return playout.voice.droppedMs;
    },
  };
  return {
    voice,
    start: () => playout.start(),
    onMark: (name) => marks.reach(name),
    end: () => {
      playout.end();
      marks.drop();
    },
  };
}

/** Frames of speech that are sent together at its beginning: Twilio then has audio to play when a later one is late. */
const headStartFrames = 3;

/** Holds the first frames of speech back until there are some of them. */
function createHeadStart(send: (audio: Buffer) => void) {
  let held: Buffer[] = [];
  let speaks = false;
  const sendHeld = (): void => {
    const frames = held;
    held = [];
    frames.forEach(send);
  };
  return {
    push: (audio: Buffer): void => {
      held.push(audio);
      if (!speaks && held.length < headStartFrames) return;
      speaks = true;
      sendHeld();
    },
    /** The speech is over. */
    flush: (): void => {
      sendHeld();
      speaks = false;
    },
    clear: (): void => {
      held = [];
      speaks = false;
    },
  };
}

/** The marks that Twilio has, and has not reported. */
function createSentMarks(stream: TwilioVoiceDeps['stream']) {
  const sent = new Map<string, Heard>();
  let count = 0;
  return {
    send: (): Promise<'heard' | 'dropped'> =>
      new Promise((resolve) => {
        const open = stream();
        if (open === undefined) {
          resolve('dropped');
          return;
        }
        const name = String(++count);
        sent.set(name, resolve);
        open.mark(name);
      }),
    reach: (name: string): void => {
      sent.get(name)?.('heard');
      sent.delete(name);
    },
    drop: (): void => {
      for (const heard of sent.values()) heard('dropped');
      sent.clear();
    },
  };
}
