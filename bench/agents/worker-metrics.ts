import { request } from 'undici';

/** The metrics of a worker that this bench reads. */
export interface WorkerSample {
  atMs: number;
  cpuSeconds: number;
  /** Frames of recorded calls, and how many of them were at most so many seconds late, by bucket. */
  frames: number;
  within: ReadonlyMap<number, number>;
  lateSeconds: number;
  /** Of the event loop since the sample before. */
  longestDelayMs: number;
  delayP99Ms: number;
  /** Collections of garbage, all and those over 10 ms, and how long they took. */
  collections: { all: number; long: number; seconds: number };
}

const lateness = 'outdial_audio_frame_lateness_seconds';

/** Reads the metrics of a worker process. */
export async function sampleWorker(port: number): Promise<WorkerSample> {
  const { body } = await request(`http://127.0.0.1:${port}/metrics`);
  const text = await body.text();
  const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  const buckets = [...text.matchAll(new RegExp(`^${lateness}_bucket{le="([\\d.]+)"} (\\d+)$`, 'gm'))];
  const sumOf = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
  const collections = sumOf(/^nodejs_gc_duration_seconds_count\{.*\} (\S+)$/gm);
  const short = sumOf(/^nodejs_gc_duration_seconds_bucket\{(?=.*le="0.01").*\} (\S+)$/gm);
  return {
    atMs: performance.now(),
    cpuSeconds: valueOf('process_cpu_seconds_total'),
    frames: valueOf(`${lateness}_count`),
    within: new Map(buckets.map(([, le, count]) => [Number(le), Number(count)])),
    lateSeconds: valueOf(`${lateness}_sum`),
    longestDelayMs: valueOf('nodejs_eventloop_lag_max_seconds') * 1_000,
    delayP99Ms: valueOf('nodejs_eventloop_lag_p99_seconds') * 1_000,
    collections: {
      all: collections,
      long: collections - short,
      seconds: sumOf(/^nodejs_gc_duration_seconds_sum\{.*\} (\S+)$/gm),
    },
  };
}

/** What happened in a worker between two samples. */
export function compareSamples(before: WorkerSample, after: WorkerSample) {
  const frames = after.frames - before.frames;
  const laterThan = (seconds: number): number =>
    frames - ((after.within.get(seconds) ?? NaN) - (before.within.get(seconds) ?? NaN));
  return {
    frames,
    laterThan,
    meanLateMs: ((after.lateSeconds - before.lateSeconds) * 1000) / frames,
    /** Processor time for one frame of one side, in µs: also of use while the machine is busy. */
    cpuPerFrameUs: ((after.cpuSeconds - before.cpuSeconds) * 1_000_000) / frames,
    /** The share of one core. */
    longestDelayMs: after.longestDelayMs,
    delayP99Ms: after.delayP99Ms,
    collections: after.collections.all - before.collections.all,
    longCollections: after.collections.long - before.collections.long,
    collectingMs: (after.collections.seconds - before.collections.seconds) * 1_000,
    cpuShare: ((after.cpuSeconds - before.cpuSeconds) * 1000) / (after.atMs - before.atMs),
  };
}
