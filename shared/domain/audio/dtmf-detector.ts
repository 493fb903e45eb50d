import { dtmfColumns, dtmfKeys, dtmfRows } from './dtmf';
import { type PcmRate, telephoneRate } from './format';
import { createFrequencyMeter, type FrequencyMeter, meanSquare } from './goertzel';
import { powerOf } from './level';
import { createRateConverter } from './resample';

export interface DetectedDigit {
  /** One of `0-9 A-D * #`. */
  digit: string;
  /** Where the tone begins, in ms of audio since the first sample. */
  startMs: number;
}

/** Detects digits in the audio of a line that does not signal them otherwise. */
export interface DtmfDetector {
  /** @returns the digits that are certain with these samples, each once */
  push(samples: Int16Array): DetectedDigit[];
}

/**
 * A block is long enough to separate neighboring frequencies and short enough for the shortest digit. Blocks overlap by half.
 */
const [blockSamples, hopSamples] = [102, 51];
/** A digit is a key in this many blocks on end: never a tone of 24 ms, always one of 40 ms (ITU-T Q.24). */
const blocksOfDigit = 4;
/** A digit ends after this many blocks without its key: after a gap of 40 ms, not after one of 10 ms (ITU-T Q.24). */
const blocksOfGap = 5;
/** The lowest level of each frequency, with a margin for one that is 1.5 % off. */
const lowestPower = powerOf(-28);
/**
 * The low frequency may be stronger by 8 dB, the high one by 4 dB (ITU-T Q.24). In a block this short the stronger one changes
 * the measure of the weaker by up to 2 dB.
 */
const [normalTwist, reverseTwist] = [10 ** 1, 10 ** 0.6];
/** How much stronger a frequency is than each other one of its group: 8 dB. */
const groupPeak = 10 ** 0.8;
/** The share of the energy that the two frequencies have together: less in speech and music, more in a key that is 1.5 % off. */
const lowestShare = 0.7;

interface Peak {
  index: number;
  power: number;
}

/** Finds the one frequency of a group that stands out. */
function findPeak(meters: readonly FrequencyMeter[], block: Float32Array): Peak | undefined {
  const powers = meters.map((meter) => meter.measure(block, 0, blockSamples));
  const power = Math.max(...powers);
  const index = powers.indexOf(power);
  const standsOut = powers.every((other, i) => i === index || power > other * groupPeak);
  return power >= lowestPower && standsOut ? { index, power } : undefined;
}

const rowMeters = dtmfRows.map((hertz) => createFrequencyMeter(hertz, telephoneRate));
const columnMeters = dtmfColumns.map((hertz) => createFrequencyMeter(hertz, telephoneRate));

/** @returns the key that a block contains */
function findKey(block: Float32Array): string | undefined {
  const total = meanSquare(block);
  if (total < lowestPower) return undefined;
  const low = findPeak(rowMeters, block);
  if (low === undefined) return undefined;
  const high = findPeak(columnMeters, block);
  if (high === undefined || low.power + high.power < lowestShare * total) return undefined;
  const hasTwist = low.power > high.power * normalTwist || high.power > low.power * reverseTwist;
  return hasTwist ? undefined : dtmfKeys[low.index]?.[high.index];
}

/** @param rate samples per second of what is pushed */
export function createDtmfDetector(rate: PcmRate = telephoneRate): DtmfDetector {
  const convert = createRateConverter(rate, telephoneRate);
  const block = new Float32Array(blockSamples);
  let filled = blockSamples - hopSamples;
  let blockStart = -filled;
  /** The key of the last blocks on end, and the digit that sounds. */
  let candidate: { key: string | undefined; blocks: number; start: number } = { key: undefined, blocks: 0, start: 0 };
  let sounding: { digit: string; missed: number } | undefined;

  const takeBlock = (): DetectedDigit | undefined => {
    const key = findKey(block);
    if (sounding !== undefined) {
      sounding.missed = key === sounding.digit ? 0 : sounding.missed + 1;
      if (sounding.missed >= blocksOfGap) sounding = undefined;
    }
    if (key !== candidate.key) candidate = { key, blocks: 0, start: blockStart };
    candidate.blocks++;
    if (key === undefined || candidate.blocks < blocksOfDigit || sounding?.digit === key) return undefined;
    sounding = { digit: key, missed: 0 };
    return { digit: key, startMs: Math.max(0, (candidate.start * 1000) / telephoneRate) };
  };

  return {
    push: (samples) => {
      const digits: DetectedDigit[] = [];
      for (const sample of convert(samples)) {
        block[filled++] = sample;
        if (filled < blockSamples) continue;
        const digit = takeBlock();
        if (digit !== undefined) digits.push(digit);
        block.copyWithin(0, hopSamples);
        filled = blockSamples - hopSamples;
        blockStart += hopSamples;
      }
      return digits;
    },
  };
}
