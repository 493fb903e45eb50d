import { frameMs } from '../../../domain/audio/format';

/** What the contact does when an agent that plays audio begins and stops to speak. */
export interface HearingDeps {
  after: (ms: number, fn: () => void) => () => void;
  onStart: () => void;
  onStop: () => void;
}

/** Samples of speech are louder than this, those of a quiet room are not; full scale is 32767. */
const loudPeak = 600;
/** So much is a word, not a click. */
const wordMs = 60;
/** A pause of a speaker is shorter than this. */
const silenceMs = 600;

/** @returns takes each frame of audio to the contact, 16-bit little-endian */
export function createHearing({ after, onStart, onStop }: HearingDeps): (pcm: Buffer) => void {
  let loudMs = 0;
  let speaking = false;
  let cancel: (() => void) | undefined;
  const stop = (): void => {
    loudMs = 0;
    if (speaking) onStop();
    speaking = false;
  };
  return (pcm) => {
    if (!isLoud(pcm)) return;
    loudMs += frameMs;
    cancel?.();
    cancel = after(frameMs + silenceMs, stop);
    if (speaking || loudMs < wordMs) return;
    speaking = true;
    onStart();
  };
}

function isLoud(pcm: Buffer): boolean {
  for (let i = 0; i < pcm.length; i += 2) if (Math.abs(pcm.readInt16LE(i)) > loudPeak) return true;
  return false;
}
