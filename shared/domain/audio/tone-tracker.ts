import type { MachineEvent, NetworkTone } from './machine-detection';

/** A single tone that has ended, or has become too long to be a beep. Instants are in ms since the answer. */
interface TrackedTone {
  hertz: number;
  startMs: number;
  endMs: number;
}

/** What single tones mean: beeps of answering machines, and tones of networks. */
export interface ToneTracker {
  /** @param hertz of the single tone in a frame, if there is one */
  push(hertz: number | undefined, startMs: number, endMs: number): ToneEvent[];
  /** Whether a tone sounds, or one has ended whose meaning depends on what follows. */
  readonly isPending: boolean;
  /** Whether the last frame belongs to a tone rather than to speech that resembles one for a moment. */
  readonly isTone: boolean;
}
export type ToneEvent = Extract<MachineEvent, { type: 'beep' | 'tone' }>;

/** A frame continues a tone if its frequency differs by less. */
const sameHertz = 12;
/** Speech stays on one frequency for a shorter time. */
const [shortestToneMs, shortestBeepMs] = [60, 100];
/** Nothing that lasts longer is a beep. */
const longestBeepMs = 2_500;
/** Tones with a shorter gap belong together. Frames in which one ends and the next begins contain neither. */
const longestGapMs = 100;
/** The tone of an answering fax machine or modem, 2100 Hz, lasts for seconds; this much suffices. */
const faxAnswerMs = 500;

const isNear = (hertz: number, center: number, tolerance: number): boolean => Math.abs(hertz - center) <= tolerance;
/** Special information tones: each of the three lasts 330 ms, within 70 ms, of which up to 40 ms are in incomplete frames (E.180). */
const informationBands = [950, 1_400, 1_800] as const;
const isInformationTone = ({ hertz, startMs, endMs }: TrackedTone, band: number): boolean =>
  isNear(hertz, informationBands[band] ?? 0, 50) && endMs - startMs >= 220 && endMs - startMs <= 420;

function isSpecialInformation(tones: readonly TrackedTone[]): boolean {
  return tones.some((tone, i) => {
    const next = tones[i + 1];
    return (
      next !== undefined && [0, 1].some((band) => isInformationTone(tone, band) && isInformationTone(next, band + 1))
    );
  });
}

/** @returns the name of a tone of the network or of a fax machine; `undefined` for a beep */
function nameTone({ hertz, startMs, endMs }: TrackedTone): NetworkTone | undefined {
  const ms = endMs - startMs;
  if (isNear(hertz, 425, 10)) return 'call_progress';
  if (isNear(hertz, 1_100, 38) && ms >= 380 && ms <= 600) return 'fax_calling';
  if (isNear(hertz, 2_100, 20) && ms >= faxAnswerMs) return 'fax_answer';
  return ms > longestBeepMs ? 'continuous' : undefined;
}

function interpret(tones: readonly TrackedTone[]): ToneEvent[] {
  const [first, last] = [tones[0], tones.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { hertz, endMs: atMs } = last;
  if (isSpecialInformation(tones))
    return [{ type: 'tone', name: 'special_information', atMs, startMs: first.startMs, hertz }];
  const name = nameTone(last);
  if (name !== undefined) return [{ type: 'tone', name, atMs, startMs: last.startMs, hertz }];
  return [{ type: 'beep', atMs, startMs: first.startMs, hertz }];
}

export function createToneTracker(): ToneTracker {
  /** The tone that sounds. It is named at once if it needs no end. */
  let current: (TrackedTone & { isNamed: boolean }) | undefined;
  /** Tones that have ended, with short gaps between them. */
  let ended: TrackedTone[] = [];
  const lengthMs = (): number => (current === undefined ? 0 : current.endMs - current.startMs);

  const endCurrent = (): void => {
    if (current !== undefined && !current.isNamed && lengthMs() >= shortestBeepMs) ended.push(current);
    current = undefined;
  };
  const nameCurrent = (): ToneEvent[] => {
    if (current === undefined || current.isNamed) return [];
    const name = nameTone(current);
    if (name !== 'fax_answer' && name !== 'continuous' && lengthMs() <= longestBeepMs) return [];
    current.isNamed = true;
    ended = [];
    return interpret([current]);
  };

  return {
    push: (hertz, startMs, endMs) => {
      const continues =
        current !== undefined &&
        hertz !== undefined &&
        startMs <= current.endMs &&
        isNear(hertz, current.hertz, sameHertz);
      if (!continues) endCurrent();
      if (hertz !== undefined) {
        const { startMs: begin, hertz: mean, isNamed } = current ?? { startMs, hertz, isNamed: false };
        current = { startMs: begin, endMs, hertz: mean + (hertz - mean) / 4, isNamed };
      }
      const named = nameCurrent();
      if (named.length > 0) return named;
      const last = ended.at(-1);
      if (last === undefined || (current?.startMs ?? endMs) - last.endMs < longestGapMs) return [];
      const events = interpret(ended);
      ended = [];
      return events;
    },
    get isPending() {
      return ended.length > 0 || lengthMs() >= shortestToneMs;
    },
    get isTone() {
      return lengthMs() >= shortestToneMs;
    },
  };
}
