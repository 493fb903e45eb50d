import { frameMs, telephoneRate } from '../../../../domain/audio/format';

const frameSamples = (telephoneRate * frameMs) / 1000;
/** The periods of voices: 66 to 200 Hz. */
const [shortestPeriod, longestPeriod] = [40, 120];
/** How much of the past is compared to find the period. */
const comparedSamples = 160;
const historySamples = longestPeriod + comparedSamples;
/** Lost audio continues for this long, quieter and quieter; then it is silence. */
const fadeSamples = 60 * (telephoneRate / 1000);
/** Where audio goes on after a loss it is blended with its continuation, so that it does not click. */
const blendSamples = 32;

/** Fills up lost frames with the last period of the voice, as G.711 appendix I does, in a simpler form. */
export interface Concealment {
  /** Takes a frame that arrived. After a short loss its first 4 ms are blended, in place, with what was made up. */
  take(frame: Int16Array): void;
  /** Makes up a frame in place of a lost one. */
  conceal(): Int16Array;
  /** What follows is silence by intention, not a loss. */
  forget(): void;
  /** Whether the voice has faded: what is missing now is a pause rather than a loss. */
  readonly hasFaded: boolean;
}

export function createConcealment(): Concealment {
  const history = new Int16Array(historySamples);
  /** How many samples were made up in a row, and the period that they repeat; 0 while nothing is lost. */
  let [made, period] = [0, 0];
  /** The sample `n` of what continues the history. */
  const continuation = (n: number): number => {
    const gain = Math.max(0, 1 - n / fadeSamples);
    return gain === 0 ? 0 : (history[historySamples - period + (n % period)] ?? 0) * gain;
  };
  return {
    take: (frame) => {
      if (made > 0 && made < fadeSamples) {
        for (let i = 0; i < blendSamples; i++) {
          const share = (i + 1) / (blendSamples + 1);
          frame[i] = Math.round((frame[i] ?? 0) * share + continuation(made + i) * (1 - share));
        }
      }
      made = 0;
      history.copyWithin(0, frame.length);
      history.set(frame, historySamples - frame.length);
    },
    conceal: () => {
      if (made === 0) period = findPeriod(history);
      const frame = new Int16Array(frameSamples);
      for (let i = 0; i < frameSamples && made + i < fadeSamples; i++) frame[i] = Math.round(continuation(made + i));
      made += frameSamples;
      return frame;
    },
    forget: () => {
      history.fill(0);
      made = 0;
    },
    get hasFaded() {
      return made >= fadeSamples;
    },
  };
}

/** Finds the lag at which the newest samples resemble those before them most. */
function findPeriod(history: Int16Array): number {
  const start = historySamples - comparedSamples;
  let [best, period] = [-Infinity, longestPeriod];
  for (let lag = shortestPeriod; lag <= longestPeriod; lag++) {
    let [product, energy] = [0, 1];
    for (let i = start; i < historySamples; i += 2) {
      const past = history[i - lag] ?? 0;
      product += (history[i] ?? 0) * past;
      energy += past * past;
    }
    const likeness = product / Math.sqrt(energy);
    if (likeness > best) [best, period] = [likeness, lag];
  }
  return period;
}
