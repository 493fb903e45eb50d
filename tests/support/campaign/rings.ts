import type { Mongo } from '../../../shared/adapters/mongo/client';

/** A ring of the simulated network, as its ring log has it. */
export interface Ring {
  attempt: string;
  jobId: string;
  scenario: string;
  /** Unix ms. */
  startMs: number;
  /** Absent while the call runs. */
  endMs?: number;
  /** How the call ended. `worker_lost`: the network cleared it because its worker was lost. */
  ended?: { reason: string; failure?: string };
}

interface RingDocument {
  AttemptKey: string;
  JobID: string;
  Scenario: string;
  AtMS: number;
  Outcome?: { reason: string; failure?: string; endedAtMs: number };
}

/** Reads the ring log, in the order of the rings. */
export async function readRings(mongo: Mongo): Promise<Ring[]> {
  const found = await mongo.db.collection<RingDocument>('simulated_rings').find().toArray();
  return found
    .map(({ AttemptKey, JobID, Scenario, AtMS, Outcome }) => ({
      attempt: AttemptKey,
      jobId: JobID,
      scenario: Scenario,
      startMs: AtMS,
      ...(Outcome && { endMs: Outcome.endedAtMs, ended: Outcome }),
    }))
    .sort((one, other) => one.startMs - other.startMs);
}

/** Asked several times a second, so it must not scan the log. */
export const countRings = (mongo: Mongo): Promise<number> =>
  mongo.db.collection('simulated_rings').estimatedDocumentCount();

/** Calls that run now. */
export const countOpenRings = (mongo: Mongo): Promise<number> =>
  mongo.db.collection('simulated_rings').countDocuments({ Outcome: { $exists: false } });

/** A limit on calls, from the first call on in a line from a tenth to the whole, if it has a ramp. */
export interface Limit {
  calls: number;
  ramp?: { fromMs: number; untilMs: number };
}

/** What the limit allows at an instant: one call at least. */
export function allowedAt({ calls, ramp }: Limit, atMs: number): number {
  if (ramp === undefined || ramp.untilMs <= ramp.fromMs) return calls;
  const passed = Math.min(1, Math.max(0, (atMs - ramp.fromMs) / (ramp.untilMs - ramp.fromMs)));
  return Math.max(1, calls * (0.1 + 0.9 * passed));
}

/** How many calls there were at most, and each instant at which there were more than allowed. */
export interface Load {
  most: number;
  over: { atMs: number; calls: number; allowed: number }[];
}

function findLoad(starts: readonly { atMs: number; calls: number }[], limit: Limit): Load {
  const most = starts.reduce((highest, { calls }) => Math.max(highest, calls), 0);
  const all = starts.map(({ atMs, calls }) => ({ atMs, calls, allowed: allowedAt(limit, atMs) }));
  return { most, over: all.filter(({ calls, allowed }) => calls > allowed) };
}

/**
 * Calls at once. They only become more when a phone begins to ring, so it is enough to count then. A call that ends in the
 * same millisecond is over; one without an end still runs.
 */
export function callsAtOnce(rings: readonly Ring[], limit: Limit): Load {
  const sorted = [...rings].sort((one, other) => one.startMs - other.startMs);
  const ends = rings.map(({ endMs = Infinity }) => endMs).sort((one, other) => one - other);
  let ended = 0;
  const starts = sorted.map(({ startMs }, index) => {
    while (ends[ended] !== undefined && ends[ended]! <= startMs) ended++;
    return { atMs: startMs, calls: index + 1 - ended };
  });
  return findLoad(starts, limit);
}

const minuteMs = 60_000;

/** Calls that began in the minute that ends with each ring. */
export function callsInAnyMinute(rings: readonly Ring[], limit: Limit): Load {
  const instants = rings.map(({ startMs }) => startMs).sort((one, other) => one - other);
  let first = 0;
  const starts = instants.map((atMs, index) => {
    while (instants[first]! <= atMs - minuteMs) first++;
    return { atMs, calls: index + 1 - first };
  });
  return findLoad(starts, limit);
}

/** Rings that began in a span. */
export const ringsWithin = (rings: readonly Ring[], fromMs: number, untilMs: number): Ring[] =>
  rings.filter(({ startMs }) => startMs > fromMs && startMs < untilMs);

/** By how many standard deviations each share differs from its weight. */
export function deviations(
  counts: ReadonlyMap<string, number>,
  weights: readonly { id: string; weight: number }[],
): Map<string, number> {
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const drawn = weights.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
  return new Map(
    weights.map(({ id, weight }) => {
      const share = weight / total;
      const deviation = Math.sqrt(drawn * share * (1 - share));
      return [id, deviation === 0 ? 0 : ((counts.get(id) ?? 0) - drawn * share) / deviation];
    }),
  );
}
