import { telephoneRate } from './format';

/** A stretch of speech, with pauses. Instants are in ms since the answer. */
export interface Speech {
  startMs: number;
  /** The end of the last sound. */
  endMs: number;
  /** The time without pauses. */
  voicedMs: number;
}

export interface MeasuredFrame {
  startMs: number;
  endMs: number;
  /** Root mean square of the samples, 16 bits. */
  rms: number;
  /** Whether the frame belongs to a tone: loud, but no speech. */
  isTone: boolean;
}

/** Rumble and hum below this frequency are no speech: telephones leave them out, lines add them. */
const lowestHertz = 200;
const highPass = 1 / (1 + (2 * Math.PI * lowestHertz) / telephoneRate);

/** @returns a function that measures the root mean square of the next frame at 8 kHz, above 200 Hz */
export function createSpeechLevel(): (samples: Float32Array) => number {
  let [input, output] = [0, 0];
  return (samples) => {
    let sum = 0;
    for (const sample of samples) {
      output = highPass * (output + sample - input);
      input = sample;
      sum += output * output;
    }
    return Math.sqrt(sum / samples.length);
  };
}

/** Finds speech by energy over a floor that adapts to the noise of the line. */
export interface SpeechMeter {
  push(frame: MeasuredFrame): void;
  /** All speech so far. */
  readonly speech: Speech | undefined;
}

/** A sound is loud if it is louder than this many times the floor, and than `leastRms`. */
const overFloor = 2;
const [firstFloor, highestFloor, leastRms] = [40, 400, 100];
/** How fast the floor follows frames that are not loud. */
const adaptation = 0.05;
/** Shorter sounds are clicks. */
const shortestMs = 60;
/** A sound whose level stays within this range for so many frames, 600 ms, is noise: that of speech varies more. */
const [steadyRange, steadyFrames] = [1.5, 30];

interface Run {
  startMs: number;
  levels: number[];
  /** The speech before this run. */
  before: Speech | undefined;
}

function extend(before: Speech | undefined, startMs: number, endMs: number): Speech | undefined {
  if (endMs - startMs < shortestMs) return before;
  return { startMs: before?.startMs ?? startMs, endMs, voicedMs: (before?.voicedMs ?? 0) + endMs - startMs };
}

/** @returns the mean level of a run that has become noise */
function findNoise({ levels }: Run): number | undefined {
  if (levels.length < steadyFrames) return undefined;
  const last = levels.slice(-steadyFrames);
  if (Math.max(...last) > steadyRange * Math.min(...last)) return undefined;
  return last.reduce((sum, level) => sum + level, 0) / steadyFrames;
}

export function createSpeechMeter(): SpeechMeter {
  let floor = firstFloor;
  let speech: Speech | undefined;
  let run: Run | undefined;
  let lastEndMs = 0;

  const adapt = (rms: number): void => {
    const next = floor + adaptation * (rms - floor);
    floor = next < floor ? next : Math.min(next, Math.max(floor, highestFloor));
  };
  /** Takes back what was noise. Speech that the noise followed in one run was clearly louder. */
  const endInNoise = ({ levels, startMs, before }: Run, noise: number, endMs: number): void => {
    floor = noise;
    const hadSpeech = Math.max(...levels) > steadyRange * noise;
    speech = hadSpeech ? extend(before, startMs, endMs) : before;
    run = undefined;
  };

  return {
    push: ({ startMs, endMs, rms, isTone }) => {
      const isLoud = rms >= Math.max(floor * overFloor, leastRms);
      if (!isLoud) adapt(rms);
      if (startMs > lastEndMs || !isLoud || isTone) run = undefined;
      lastEndMs = endMs;
      if (!isLoud || isTone) return;
      run ??= { startMs, levels: [], before: speech };
      run.levels.push(rms);
      const noise = findNoise(run);
      if (noise !== undefined) endInNoise(run, noise, endMs - (endMs - startMs) * steadyFrames);
      else speech = extend(run.before, run.startMs, endMs);
    },
    get speech() {
      return speech;
    },
  };
}
