import { dtmfTiming, parseDtmf, type DtmfDigit } from '../../domain/call/dtmf';
import type { VoiceOutput } from './telephony';

/** Dependencies of sending keys on one leg. */
export interface KeySenderDeps {
  voice: Pick<VoiceOutput, 'mark'>;
  /** Whether keys can be sent: the call is answered and not over. */
  isOpen: () => boolean;
  after: (ms: number, fn: () => void) => () => void;
  /** Begins to send one key. */
  press: (digit: DtmfDigit) => void;
  /** Resolves when the leg is over: the keys that wait are dropped. */
  ended: Promise<unknown>;
}

/**
 * Sends keys one after the other, in the order of the requests, each request after the audio that was queued before it.
 * @returns `sendDtmf` of a leg
 */
export function createKeySender(deps: KeySenderDeps): (digits: string) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const pause = (ms: number): Promise<unknown> =>
    Promise.race([new Promise<void>((resolve) => void deps.after(ms, resolve)), deps.ended]);
  return async (digits) => {
    const steps = parseDtmf(digits);
    const before = Promise.all([last, deps.voice.mark()]);
    const sent = before.then(async () => {
      for (const step of steps) {
        if (!deps.isOpen()) return;
        if ('digit' in step) deps.press(step.digit);
        await pause('digit' in step ? dtmfTiming.toneMs + dtmfTiming.gapMs : step.pauseMs);
      }
    });
    last = sent;
    await sent;
  };
}
