/** How late frames were, counted. */
export interface LatenessReport {
  frames: number;
  /** How many frames were later than so many ms, in the order of `lateLimitsMs`. */
  laterThan: number[];
  highestMs: number;
}

export const lateLimitsMs = [10, 20, 40, 100] as const;
/** A frame that is later than this is a miss. */
export const missedMs = 40;

/** Counts frames by their lateness. */
export interface Lateness {
  add(lateMs: number): void;
  reset(): void;
  report(): LatenessReport;
}

export function createLateness(): Lateness {
  const empty = (): LatenessReport => ({ frames: 0, laterThan: lateLimitsMs.map(() => 0), highestMs: 0 });
  let counted = empty();
  return {
    add: (lateMs) => {
      counted.frames++;
      counted.highestMs = Math.max(counted.highestMs, lateMs);
      lateLimitsMs.forEach((limit, i) => {
        if (lateMs > limit) counted.laterThan[i] = (counted.laterThan[i] ?? 0) + 1;
      });
    },
    reset: () => void (counted = empty()),
    report: () => counted,
  };
}

/** Of the frames in a report, those that were missed. */
export const missedOf = ({ laterThan }: LatenessReport): number => laterThan[lateLimitsMs.indexOf(missedMs)] ?? NaN;

export const describeLateness = ({ frames, laterThan, highestMs }: LatenessReport): string =>
  `of ${frames}; later than ${lateLimitsMs.join(', ')} ms: ${laterThan.join(', ')}; highest ${highestMs.toFixed(1)} ms`;
