import type { Asked } from './explanations';
import { ringsWithin, type Ring } from './rings';

/** How a number of jobs that were said to be before another one differs from those that were called before it. */
export interface Position {
  jobId: string;
  /** The first one by when it was said, and the instant up to which calls are counted. */
  fromMs: number;
  toMs: number;
  /** How many jobs should have left the queue, by what was said, and how many were called. */
  said: number;
  called: number;
}

interface Line {
  rings: readonly Ring[];
  /** The jobs that use a caller ID. */
  jobsOf(callerOfJobId: string): ReadonlySet<string>;
  /** The spans in which calls are made in order; a pause or an outage ends one. */
  isCalm(fromMs: number, toMs: number): boolean;
}

/** The limits by which a queue is served in its order. A circuit breaker serves none until it closes. */
const servedInOrder = ['MaxConcurrentCalls', 'MaxCallsPerMinute'];

const isOfCaller = ({ body }: Asked): boolean => body.Message.includes('caller ID');

/**
 * Compares the numbers of jobs before a waiting one with the ring log, wherever the queue was served without interruption:
 *
 * - until the job rings itself: as many jobs as were before it are called before it
 * - until the next explanation of the same job: as many are called as the number has fallen by
 *
 * Both differ from the calls by the jobs that have left the queue but have not rung yet, so by the limit of calls at once.
 */
export function comparePositions(asked: readonly Asked[], line: Line): Position[] {
  const queued = asked.filter(({ body }) => body.Queue !== null && servedInOrder.includes(String(body.HeldBy)));
  return queued.flatMap((one, index) => {
    const { jobId, toMs, body } = one;
    const before = body.Queue?.Before ?? 0;
    const ring = line.rings.find(({ startMs, jobId: rung }) => rung === jobId && startMs > toMs);
    const again = queued
      .slice(index + 1)
      .find(
        (other) => other.jobId === jobId && isOfCaller(other) === isOfCaller(one) && other.toMs < (ring?.startMs ?? 0),
      );
    const ends = [
      ...(ring === undefined ? [] : [{ atMs: ring.startMs, said: before }]),
      ...(again === undefined ? [] : [{ atMs: again.fromMs, said: before - (again.body.Queue?.Before ?? 0) }]),
    ];
    const sameLine = isOfCaller(one) ? line.jobsOf(jobId) : undefined;
    return ends
      .filter(({ atMs }) => line.isCalm(toMs, atMs))
      .map(({ atMs, said }): Position => {
        const rung = ringsWithin(line.rings, toMs, atMs).filter((other) => sameLine?.has(other.jobId) ?? true);
        return { jobId, fromMs: toMs, toMs: atMs, said, called: new Set(rung.map((other) => other.jobId)).size };
      });
  });
}

/** By how many calls a number of jobs was wrong. */
export const errorOf = ({ said, called }: Position): number => Math.abs(said - called);
