import type { RecordedEvent, RecordedEvents, RecordedPlace } from '../../../shared/adapters/mongo/recorded-events';
import { byRecording, createTail, endOf, isBehind, overlapMs, type Tail } from './tail';

/** A reader of an organization's events. */
export interface Reader {
  /** False while what was sent waits to be read: older events are then not read for it. */
  isReady(): boolean;
  /** In the order of each job. An event may come twice. */
  send(events: readonly RecordedEvent[]): void;
}

/** Follows one organization's events for all of its readers in this process. */
export interface Feed {
  /**
   * Adds a reader.
   * @param from where it continues; only what is recorded from now on if absent
   * @returns a function that removes it
   */
  add(reader: Reader, from?: RecordedPlace): () => void;
  /** Reads once: the latest events, or older ones for readers that continue. */
  read(): Promise<void>;
  size(): number;
}

interface Member {
  reader: Reader;
  /** Where it is in older events; absent once it gets the latest ones. */
  place: RecordedPlace | undefined;
  /** Older events that it got and the tail has yet to read. */
  sent: Set<string>;
}

/** Events that one query reads. */
const maxPageSize = 1_000;
/** Readers that continue within this time of the latest event take turns with those further back. */
const recentMs = 60_000;

/**
 * Creates a feed. Each call of `read` is one query, however many readers there are: readers that continue at about the same
 * place share what is read for them.
 */
export async function createFeed(orgId: string, events: RecordedEvents, pageSize = maxPageSize): Promise<Feed> {
  const tail = createTail(await events.listLatest(orgId, pageSize), pageSize);
  const members = new Set<Member>();
  let [wasOlder, wasRecent] = [false, false];

  const findContinuing = (): RecordedPlace | undefined => {
    const places = [...members].flatMap(({ place, reader }) =>
      place !== undefined && reader.isReady() ? [place] : [],
    );
    // In turns: a reader far back must not hold up those that continue near the end.
    const recent = places.filter(({ recordedMs }) => recordedMs >= tail.positionMs() - recentMs);
    wasRecent = !wasRecent && recent.length > 0;
    return firstOf(wasRecent ? recent : places);
  };
  const readLatest = async (): Promise<void> => {
    const fresh = tail.accept(await events.listRecorded(orgId, tail.next(), pageSize));
    if (fresh.length > 0) for (const member of members) sendLatest(member, fresh);
  };
  const readOlder = async (from: RecordedPlace): Promise<void> => {
    const page = await events.listRecorded(orgId, from, pageSize);
    for (const member of members)
      if (member.place !== undefined && !isBefore(member.place, from) && member.reader.isReady())
        sendOlder(member, { page, isFull: page.length >= pageSize, from, tail });
  };
  return {
    add: (reader, from) => {
      const place = from && { recordedMs: Math.min(from.recordedMs, tail.positionMs()) - overlapMs };
      const member: Member = { reader, place, sent: new Set() };
      members.add(member);
      return () => void members.delete(member);
    },
    // In turns: readers that continue must not hold up the others.
    read: async () => {
      const place = wasOlder ? undefined : findContinuing();
      wasOlder = place !== undefined;
      await (place === undefined ? readLatest() : readOlder(place));
    },
    size: () => members.size,
  };
}

/** Sends what the tail has read. A reader that continues gets what became visible behind its back. */
function sendLatest({ reader, place, sent }: Member, fresh: readonly RecordedEvent[]): void {
  const due = fresh.filter((event) => !sent.delete(event.id) && (place === undefined || !isBehind(event, place)));
  if (due.length > 0) reader.send(due);
}

/** Sends a page of older events. After the last page the reader gets the latest ones. */
function sendOlder(
  member: Member,
  { page, isFull, from, tail }: { page: readonly RecordedEvent[]; isFull: boolean; from: RecordedPlace; tail: Tail },
): void {
  const { place = from, reader, sent } = member;
  const end = endOf(page);
  // It is ahead of the page.
  if (isFull && end !== undefined && !isPast(end, place)) return;
  const due = page.filter((event) => isBehind(event, place));
  for (const { id, recordedMs } of due) if (!tail.has(id) && recordedMs >= tail.positionMs() - overlapMs) sent.add(id);
  member.place = isFull ? end : undefined;
  if (due.length > 0) reader.send([...due].sort(byRecording));
}

const isBefore = (one: RecordedPlace, other: RecordedPlace): boolean =>
  one.recordedMs < other.recordedMs || (one.recordedMs === other.recordedMs && (one.id ?? '') < (other.id ?? ''));

const firstOf = (places: readonly RecordedPlace[]): RecordedPlace | undefined =>
  places.reduce<RecordedPlace | undefined>(
    (first, place) => (first === undefined || isBefore(place, first) ? place : first),
    undefined,
  );

const isPast = (end: Required<RecordedPlace>, place: RecordedPlace): boolean =>
  end.recordedMs > place.recordedMs ||
  (end.recordedMs === place.recordedMs && (place.id === undefined || end.id > place.id));
