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
  start(): void;
  /** Twilio reports a mark. */
  onMark(name: string): void;
  /** Drops what is queued, for good. */
  end(): void;
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
  /** The marks that were sent to Twilio. */
  const sent = new Map<string, Heard>();
  let marks = 0;
  let over = false;
  const playout = createPlayout({
    rate: telephoneRate,
    elapsedMs,
    after,
    silence: 'sent',
    send: (pcm, startMs) => {
      // Twilio plays silence while it gets nothing.
      if (pcm.some((byte) => byte !== 0)) stream()?.send(mulaw.encode(samplesOf(pcm)));
      onFrame(pcm, startMs);
    },
  });
  const dropSent = (): void => {
    for (const heard of sent.values()) heard('dropped');
    sent.clear();
  };
  const awaitTwilio = (): Promise<'heard' | 'dropped'> =>
    new Promise((resolve) => {
      const open = stream();
      if (over || open === undefined) {
        resolve('dropped');
        return;
      }
      const name = String(++marks);
      sent.set(name, resolve);
      open.mark(name);
    });
  const voice: VoiceOutput = {
    write: (pcm, rate) => playout.voice.write(pcm, rate),
    mark: async () => ((await playout.voice.mark()) === 'dropped' ? 'dropped' : awaitTwilio()),
    clear: () => {
      playout.voice.clear();
      stream()?.clear();
      // Twilio reports cleared marks as if they were heard.
      dropSent();
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
    onMark: (name) => {
      sent.get(name)?.('heard');
      sent.delete(name);
    },
    end: () => {
      over = true;
      playout.end();
      dropSent();
    },
  };
}
