import { request } from 'undici';

/** The metrics of a worker that this bench reads. */
export interface WorkerSample {
  atMs: number;
  cpuSeconds: number;
  /** Frames of recorded calls, and how many of them were at most so many seconds late, by bucket. */
  frames: number;
  within: ReadonlyMap<number, number>;
  lateSeconds: number;
}

const lateness = 'outdial_audio_frame_lateness_seconds';

/** Reads the metrics of a worker process. */
export async function sampleWorker(port: number): Promise<WorkerSample> {
  const { body } = await request(`http://127.0.0.1:${port}/metrics`);
  const text = await body.text();
  const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  const buckets = [...text.matchAll(new RegExp(`^${lateness}_bucket{le="([\\d.]+)"} (\\d+)$`, 'gm'))];
  return {
    atMs: performance.now(),
    cpuSeconds: valueOf('process_cpu_seconds_total'),
    frames: valueOf(`${lateness}_count`),
    within: new Map(buckets.map(([, le, count]) => [Number(le), Number(count)])),
    lateSeconds: valueOf(`${lateness}_sum`),
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
    /** The share of one core. */
    cpuShare: ((after.cpuSeconds - before.cpuSeconds) * 1000) / (after.atMs - before.atMs),
  };
}
