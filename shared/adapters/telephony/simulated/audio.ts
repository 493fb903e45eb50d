import { mix32, stableHash } from '../../../domain/stable-hash';
import { type Utterance, type Voice, voiceOf } from './voice';

/** Samples per second on each channel. */
export const sampleRates = { user: 16_000, bot: 24_000 } as const;
export const frameMs = 20;

/** One frame of a simulated call. The same request always renders the same bytes. */
export interface FrameRequest {
  /** The attempt key of the call, which selects the voices. */
  seed: string;
  channel: Utterance['channel'];
  /** Ms since the answer; a multiple of 20. */
  startMs: number;
  /** The utterances of both sides, at least those that overlap the frame. */
  speech: readonly Utterance[];
}

/** Four syllables per second. */
const syllableMs = 250;
const attackMs = 25;
const decayMs = 70;
/** Interrupted speech fades out over this time, which avoids a click. */
const releaseMs = 30;
const hissMs = 45;
const loudness = 12_000;
const hissLoudness = 2_500;
const toneLoudness = 6_000;
const toneEdgeMs = 2;

/** One syllable, or a pause between words. */
interface Syllable {
  startMs: number;
  endMs: number;
  table: Float32Array;
  pitchHz: number;
  glideHzPerMs: number;
  startsWithHiss: boolean;
  key: number;
}

/**
 * 20 ms of PCM, 16-bit mono little-endian: voiced syllables at about 4 Hz where the channel's side speaks, digital
 * silence elsewhere.
 */
export function renderFrame({ seed, channel, startMs, speech }: FrameRequest): Buffer {
  const samples = (sampleRates[channel] * frameMs) / 1000;
  const pcm = Buffer.alloc(samples * 2);
  for (const utterance of speech) {
    if (utterance.channel !== channel) continue;
    if (utterance.endMs + releaseMs <= startMs || utterance.startMs >= startMs + frameMs) continue;
    if (utterance.hertz !== undefined) {
      addTone(pcm, { ...utterance, hertz: utterance.hertz }, startMs);
      continue;
    }
    addUtterance(pcm, { voice: voiceOf(seed, channel), utterance, startMs, seed: stableHash(`${seed}/${channel}`) });
  }
  return pcm;
}

/** A tone is quieter than speech, and no voice sounds at the same time. */
function addTone(pcm: Buffer, tone: Utterance & { hertz: number }, startMs: number): void {
  const stepMs = 1000 / sampleRates[tone.channel];
  for (let i = 0; i * 2 < pcm.length; i++) {
    const sinceMs = startMs + i * stepMs - tone.startMs;
    const edgeMs = Math.min(sinceMs, tone.endMs - tone.startMs - sinceMs);
    const envelope = Math.min(1, Math.max(0, edgeMs / toneEdgeMs));
    const sample = envelope * toneLoudness * Math.sin((2 * Math.PI * tone.hertz * sinceMs) / 1000);
    pcm.writeInt16LE(Math.round(sample), i * 2);
  }
}

interface RenderContext {
  voice: Voice;
  utterance: Utterance;
  startMs: number;
  seed: number;
}

function addUtterance(pcm: Buffer, { voice, utterance, startMs, seed }: RenderContext): void {
  const stepMs = 1000 / sampleRates[utterance.channel];
  let syllable: Syllable | undefined;
  for (let i = 0; i * 2 < pcm.length; i++) {
    const atMs = startMs + i * stepMs;
    if (atMs < utterance.startMs || atMs >= utterance.endMs + releaseMs) continue;
    if (!syllable || atMs >= syllable.startMs + syllableMs) syllable = syllableAt(atMs, { voice, utterance, seed });
    const fade = atMs > utterance.endMs ? 1 - (atMs - utterance.endMs) / releaseMs : 1;
    const sample = Math.round(sampleAt(syllable, atMs) * fade);
    if (sample !== 0) pcm.writeInt16LE(sample + pcm.readInt16LE(i * 2), i * 2);
  }
}

/** Returns the syllable at a time of an utterance. It is derived from its number, so rendering keeps no state. */
function syllableAt(atMs: number, { voice, utterance, seed }: Omit<RenderContext, 'startMs'>): Syllable {
  const number = Math.floor((atMs - utterance.startMs) / syllableMs);
  const key = mix32(seed ^ mix32(utterance.startMs * 31 + number));
  const startMs = utterance.startMs + number * syllableMs;
  const isPause = number > 0 && key % 9 === 0;
  const lengthMs = isPause ? 0 : 160 + ((key >>> 4) % 70);
  return {
    startMs,
    endMs: startMs + lengthMs,
    table: voice.vowels[(key >>> 8) % voice.vowels.length] ?? new Float32Array(1),
    pitchHz: voice.pitchHz * (0.94 + ((key >>> 12) % 13) / 100),
    glideHzPerMs: (((key >>> 16) % 21) - 13) / 250,
    startsWithHiss: (key >>> 22) % 3 === 0,
    key,
  };
}

function sampleAt(syllable: Syllable, atMs: number): number {
  const sinceMs = atMs - syllable.startMs;
  const leftMs = syllable.endMs - atMs;
  if (leftMs <= 0) return 0;
  if (syllable.startsWithHiss && sinceMs < hissMs) {
    const swell = Math.min(1, sinceMs / 10, (hissMs - sinceMs) / 10);
    return swell * hissLoudness * (mix32(syllable.key + Math.round(sinceMs * 24)) / 2 ** 31 - 1);
  }
  const voicedMs = syllable.startsWithHiss ? sinceMs - hissMs : sinceMs;
  const envelope = Math.min(1, voicedMs / attackMs) * Math.min(1, leftMs / decayMs);
  const cycles = (voicedMs * (syllable.pitchHz + (syllable.glideHzPerMs * voicedMs) / 2)) / 1000;
  const { table } = syllable;
  const position = Math.floor((cycles - Math.floor(cycles)) * table.length);
  return envelope * loudness * (table[position] ?? 0);
}
