import fc from 'fast-check';
import { createFeed, type Feed } from '../../../../apps/api/events/feed';
import { overlapMs } from '../../../../apps/api/events/tail';
import type { RecordedEvent, RecordedEvents, RecordedPlace } from '../../../../shared/adapters/mongo/recorded-events';

/** A stored event, and when reads begin to find it. */
interface Stored {
  event: RecordedEvent;
  visibleMs: number;
}

const startMs = 1_000_000;

/** A database whose writes become visible late, and which counts its queries. */
function createStore() {
  const stored: Stored[] = [];
  let nowMs = startMs;
  let queries = 0;
  const visible = (): RecordedEvent[] =>
    stored
      .filter(({ visibleMs }) => visibleMs <= nowMs)
      .map(({ event }) => event)
      .sort((a, b) => a.recordedMs - b.recordedMs || (a.id < b.id ? -1 : 1));
  const isBehind = (event: RecordedEvent, { recordedMs, id }: RecordedPlace): boolean =>
    event.recordedMs > recordedMs || (event.recordedMs === recordedMs && (id === undefined || event.id > id));
  const events: RecordedEvents = {
    listRecorded: (_orgId, after, limit) => {
      queries++;
      return Promise.resolve(
        visible()
          .filter((event) => isBehind(event, after))
          .slice(0, limit),
      );
    },
    listLatest: (_orgId, limit) => Promise.resolve(visible().reverse().slice(0, limit)),
  };
  return {
    events,
    queries: () => queries,
    now: () => nowMs,
    advance: (ms: number) => (nowMs += ms),
    /** Stores the next event of a job. @param lateMs after how long reads find it */
    write: (job: number, number: number, lateMs: number): Stored => {
      const event: RecordedEvent = {
        id: `job_${job}/state/${number}`,
        messageId: `evt_job_${job}_${number}`,
        recordedMs: nowMs,
        kind: 'job_state_updated',
        orgId: 'org_1',
        campaignId: 'campaign_1',
        jobId: `job_${job}`,
        eventTimeMs: number,
        testJob: false,
        data: {},
      };
      const entry = { event, visibleMs: nowMs + lateMs };
      stored.push(entry);
      return entry;
    },
    stored,
  };
}

interface Got {
  events: RecordedEvent[];
  isReady: boolean;
  leave: () => void;
}

function join(feed: Feed, from?: RecordedPlace): Got {
  const got: Got = { events: [], isReady: true, leave: () => undefined };
  const reader = { isReady: () => got.isReady, send: (events: readonly RecordedEvent[]) => got.events.push(...events) };
  got.leave = feed.add(reader, from);
  return got;
}

const idsOf = ({ events }: Got): string[] => events.map(({ id }) => id);
/** The events of each job in the order in which they came first. */
function orderIn({ events }: Got): Record<string, number[]> {
  const order: Record<string, number[]> = {};
  const seen = new Set<string>();
  for (const { id, jobId = '', eventTimeMs } of events) {
    if (seen.has(id)) continue;
    seen.add(id);
    (order[jobId] ??= []).push(eventTimeMs);
  }
  return order;
}

/** What happens one after the other: time passes, a job's next event is stored, the feed reads, readers come and stall. */
const steps = (maxLateMs: number, maxWaitMs = 3_000) =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('write' as const), job: fc.nat(3), lateMs: fc.nat(maxLateMs) }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('read' as const) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(maxWaitMs) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('join' as const), agoMs: fc.option(fc.nat(60_000)) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('stall' as const), reader: fc.nat(5) }) },
    ),
    { maxLength: 80 },
  );

type Step = Parameters<Parameters<ReturnType<typeof steps>['filter']>[0]>[0][number];

/** @returns each reader with the events that it must get */
async function run(course: readonly Step[], pageSize?: number) {
  const store = createStore();
  const feed = await createFeed('org_1', store.events, pageSize);
  const readers: { got: Got; due: () => Stored[] }[] = [];
  const lastOf = new Map<number, Stored>();
  const numbers = new Map<number, number>();
  const add = (fromMs?: number): void => {
    const joinedMs = store.now();
    const known = new Set(store.stored.filter(({ visibleMs }) => visibleMs <= joinedMs));
    const got = join(feed, fromMs === undefined ? undefined : { recordedMs: fromMs });
    const isDue = (one: Stored): boolean => !known.has(one) || (fromMs !== undefined && one.event.recordedMs >= fromMs);
    readers.push({ got, due: () => store.stored.filter(isDue) });
  };
  add();
  for (const step of course) {
    if (step.kind === 'wait') store.advance(step.ms);
    else if (step.kind === 'read') await feed.read();
    else if (step.kind === 'join') add(step.agoMs === null ? undefined : Math.max(startMs, store.now() - step.agoMs));
    else if (step.kind === 'stall') {
      const reader = readers[step.reader % readers.length];
      if (reader) reader.got.isReady = !reader.got.isReady;
    } else {
      // A job's next event is stored once the one before it is acknowledged.
      const before = lastOf.get(step.job);
      if (before !== undefined && before.visibleMs > store.now()) store.advance(before.visibleMs - store.now());
      const number = (numbers.get(step.job) ?? 0) + 1;
      numbers.set(step.job, number);
      lastOf.set(step.job, store.write(step.job, number, step.lateMs));
      store.advance(1);
    }
  }
  for (const { got } of readers) got.isReady = true;
  store.advance(overlapMs);
  for (let reads = 0; reads < 400; reads++) await feed.read();
  return readers;
}

describe('a feed', () => {
  it('gives every reader every event behind its place, late ones too, those of a job in order', async () => {
    await fc.assert(
      fc.asyncProperty(steps(overlapMs), async (course) => {
        for (const { got, due } of await run(course)) {
          expect(idsOf(got)).toEqual(expect.arrayContaining(due().map(({ event }) => event.id)));
          for (const numbers of Object.values(orderIn(got)))
            expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('does so in pages of any size, if writes are visible at once', async () => {
    await fc.assert(
      fc.asyncProperty(steps(0), fc.integer({ min: 2, max: 12 }), async (course, pageSize) => {
        for (const { got, due } of await run(course, pageSize)) {
          expect(idsOf(got)).toEqual(expect.arrayContaining(due().map(({ event }) => event.id)));
          for (const numbers of Object.values(orderIn(got)))
            expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('loses none in small pages either, if writes are visible before ten reads are over', async () => {
    await fc.assert(
      fc.asyncProperty(steps(300, 30), fc.integer({ min: 2, max: 12 }), async (course, pageSize) => {
        for (const { got, due } of await run(course, pageSize))
          expect(idsOf(got)).toEqual(expect.arrayContaining(due().map(({ event }) => event.id)));
      }),
      { numRuns: 300 },
    );
  });

  it('sends a reader that continues what becomes visible behind its place', async () => {
    const store = createStore();
    for (let number = 1; number <= 8; number++) {
      if (number === 2) store.write(2, 1, 30);
      store.write(1, number, 0);
      store.advance(1);
    }
    const feed = await createFeed('org_1', store.events, 4);
    const got = join(feed, { recordedMs: startMs });
    await feed.read();
    const behind = idsOf(got);
    store.advance(40);
    for (got.isReady of [false, true]) for (let reads = 0; reads < 40; reads++) await feed.read();
    expect(behind).toEqual([1, 2, 3, 4].map((number) => `job_1/state/${number}`));
    expect(idsOf(got)).toEqual(expect.arrayContaining(store.stored.map(({ event }) => event.id)));
  });

  it('sends a reader that does not continue each event once', async () => {
    const store = createStore();
    const feed = await createFeed('org_1', store.events);
    const got = join(feed);
    for (let number = 1; number <= 30; number++) {
      store.write(1, number, 0);
      store.advance(700);
      await feed.read();
    }
    expect(idsOf(got)).toEqual(store.stored.map(({ event }) => event.id));
  });

  it('does not let a reader that continues far back hold up one that continues at the end', async () => {
    const store = createStore();
    for (let number = 1; number <= 400; number++) {
      store.write(1, number, 0);
      store.advance(1_000);
    }
    const feed = await createFeed('org_1', store.events, 4);
    const [far, near] = [join(feed, { recordedMs: startMs }), join(feed, { recordedMs: startMs + 395_000 })];
    for (let reads = 0; reads < 24; reads++) await feed.read();
    expect(idsOf(near).at(-1)).toBe('job_1/state/400');
    expect(idsOf(far).length).toBeGreaterThan(8);
    for (let reads = 0; reads < 500; reads++) await feed.read();
    for (const got of [far, near])
      expect(orderIn(got)['job_1']).toEqual([...(orderIn(got)['job_1'] ?? [])].sort((a, b) => a - b));
    expect(new Set(idsOf(far)).size).toBe(400);
  });

  it('reads for two hundred readers that continue at one place as often as for one', async () => {
    const store = createStore();
    for (let number = 1; number <= 50; number++) {
      store.write(1, number, 0);
      store.advance(10);
    }
    const feed = await createFeed('org_1', store.events);
    const readers = Array.from({ length: 200 }, (_, index) => join(feed, { recordedMs: startMs + index }));
    const before = store.queries();
    await feed.read();
    await feed.read();
    expect(store.queries() - before).toBe(2);
    for (const got of readers) expect(idsOf(got).at(-1)).toBe('job_1/state/50');
  });
});
