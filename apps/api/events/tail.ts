import type { RecordedEvent, RecordedPlace } from '../../../shared/adapters/mongo/recorded-events';

/**
 * Writes become visible a little later than the time that the database gives them, and after a failover that time may step
 * back. Reads look back as far as this.
 */
export const overlapMs = 10_000;
/** Of a busy organization, a read looks back only as far as half a page. One of ten looks back all the way. */
const longReadEvery = 10;

/** The kinds in the order in which they follow one another at one instant. */
const ranks = { call_started: 2, call_answered: 3, call_ended: 4, analysis_ready: 6 } as Record<string, number>;
const rankOf = ({ kind, data }: RecordedEvent): number => {
  if (kind !== 'job_state_updated') return ranks[kind] ?? 7;
  if (data['State'] === 'calling') return 1;
  return data['State'] === 'analyzing' ? 5 : 8;
};

/** Orders events as they were recorded, and those of one instant as they happened. */
export const byRecording = (one: RecordedEvent, other: RecordedEvent): number =>
  one.recordedMs - other.recordedMs ||
  one.eventTimeMs - other.eventTimeMs ||
  rankOf(one) - rankOf(other) ||
  (one.id < other.id ? -1 : 1);

/** True if an event is at a place or behind it. */
export const isBehind = ({ recordedMs, id }: RecordedEvent, place: RecordedPlace): boolean =>
  recordedMs > place.recordedMs || (recordedMs === place.recordedMs && (place.id === undefined || id > place.id));

/** The place right behind a page of events, which are ordered by time and id. */
export function endOf(page: readonly RecordedEvent[]): Required<RecordedPlace> | undefined {
  const last = page.at(-1);
  return last && { recordedMs: last.recordedMs, id: last.id };
}

/** What of an organization's events was read so far. */
export interface Tail {
  /** The time of the latest event. */
  positionMs(): number;
  /** True for an event that was read. */
  has(id: string): boolean;
  /** Where the next read begins. */
  next(): RecordedPlace;
  /** @returns the events of a page that were not read before, in order */
  accept(page: readonly RecordedEvent[]): RecordedEvent[];
}

/**
 * Follows an organization's events. Reads overlap, and each event is returned once.
 * @param latest the latest events, newest first: what came before this tail
 * @param pageSize a page that is full is followed by another one
 */
export function createTail(latest: readonly RecordedEvent[], pageSize: number): Tail {
  const seen = new Map<string, number>();
  const maxReread = Math.floor(pageSize / 2);
  /** The times of the latest events that were read, in order. */
  let latestMs: number[] = [];
  let positionMs = latest[0]?.recordedMs ?? 0;
  let reads = 0;
  /** The rest of what a full page began. */
  let rest: RecordedPlace | undefined;
  const remember = (events: readonly RecordedEvent[]): void => {
    for (const { id, recordedMs } of events) seen.set(id, recordedMs);
    const times = events.map(({ recordedMs }) => recordedMs);
    latestMs = [...latestMs, ...times].sort((one, other) => one - other).slice(-maxReread);
    positionMs = latestMs.at(-1) ?? positionMs;
  };
  remember(latest);
  const forgetOld = (): void => {
    for (const [id, recordedMs] of seen) if (recordedMs < positionMs - overlapMs) seen.delete(id);
  };
  return {
    positionMs: () => positionMs,
    has: (id) => seen.has(id),
    next: () => {
      if (rest !== undefined) return rest;
      reads++;
      const isLong = latestMs.length < maxReread || reads % longReadEvery === 0;
      return { recordedMs: Math.max(positionMs - overlapMs, isLong ? 0 : (latestMs[0] ?? 0)) };
    },
    accept: (page) => {
      const fresh = page.filter(({ id }) => !seen.has(id));
      remember(fresh);
      rest = page.length < pageSize ? undefined : endOf(page);
      if (reads % longReadEvery === 0) forgetOld();
      return [...fresh].sort(byRecording);
    },
  };
}
