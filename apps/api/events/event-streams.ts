import type { Logger } from '../../../shared/adapters/logger';
import type { RecordedEvent } from '../../../shared/adapters/mongo/recorded-events';
import type { Store } from '../../../shared/application/store';
import { keyStateAt } from '../../../shared/domain/access/api-key';
import type { ApiKeyCache } from '../http/api-key-cache';
import { createConcurrencyLimiter } from '../http/concurrency-limiter';
import type { EventStreamRequest, EventStreams } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { SessionCache } from '../http/session-cache';
import { createEventStream, maxWaitingBytes, type EventStream } from './event-stream';
import { createFeeds } from './feeds';
import { createFilter } from './filter';
import { gapFrame, parseLastEventId, toFrame } from './frames';

/** How many streams may be open at a time, in one process. */
export interface EventStreamLimits {
  perKey: number;
  /** So that one leaves places to the others. */
  perOrganization: number;
  perProcess: number;
}

export interface EventStreamDeps {
  store: { events: Pick<Store['events'], 'listRecorded' | 'listLatest'>; apiKeys: Pick<Store['apiKeys'], 'find'> };
  apiKeyCache: Pick<ApiKeyCache, 'findByHash'>;
  sessionCache: Pick<SessionCache, 'find'>;
  limits: EventStreamLimits;
  logger: Logger;
  nowMs: () => number;
}

/** The streams of this process. */
export interface ClosableEventStreams extends EventStreams {
  /** Ends every stream; later ones end at once. Resolves when clients have got their last bytes, or had the time. */
  close(): Promise<void>;
  /** How many are open. */
  size(): number;
}

const heartbeatIntervalMs = 15_000;
/** Most checks cost no query: keys are cached for a few seconds. */
const keyCheckIntervalMs = 2_000;
const closeTimeoutMs = 1_500;
/** How far back a stream continues. */
export const resumableMs = 86_400_000;

interface OpenStream {
  stream: EventStream;
  keyHash: string;
  /** The token of the session that opened it, if a browser did that is signed in. */
  sessionToken: string | undefined;
}

export function createEventStreams(deps: EventStreamDeps): ClosableEventStreams {
  const { store, logger } = deps;
  const feeds = createFeeds(store.events, logger);
  const acquire = createAcquire(deps.limits);
  const open = new Set<OpenStream>();
  const timers = [
    setInterval(() => open.forEach(({ stream }) => stream.heartbeat()), heartbeatIntervalMs),
    setInterval(() => void endInvalid(open, deps), keyCheckIntervalMs),
  ].map((timer) => timer.unref());
  const toText = createTexts();
  let closing = false;

  const start = async (request: EventStreamRequest): Promise<EventStream> => {
    const { orgId, keyId, sessionToken, lastEventId } = request;
    const from = lastEventId === undefined ? undefined : resumeFrom(lastEventId, deps.nowMs());
    const keyHash = (await store.apiKeys.find(orgId, keyId))?.Hash ?? '';
    const onSlow = (): void => logger.info({ orgId, keyId }, 'events.too_slow');
    const stream = createEventStream({ matches: createFilter(request), toText, onSlow, random: Math.random });
    if (from?.gap !== undefined) stream.sendText(gapFrame(from.gap));
    const reader = { isReady: () => stream.waiting() < maxWaitingBytes / 16, send: stream.send };
    const remove = await feeds.add(orgId, reader, from?.place);
    const entry = { stream, keyHash, sessionToken };
    open.add(entry);
    stream.body.once('close', () => {
      open.delete(entry);
      remove();
      logger.info({ orgId, keyId }, 'events.left');
    });
    logger.info({ orgId, keyId, resumed: from !== undefined }, 'events.reading');
    if (closing) stream.end('shutting_down');
    return stream;
  };
  return {
    open: async (request) => {
      const release = acquire(request);
      try {
        const { body } = await start(request);
        return body.once('close', release);
      } catch (error) {
        release();
        throw error;
      }
    },
    close: async () => {
      closing = true;
      timers.forEach((timer) => clearInterval(timer));
      await endAll([...open].map(({ stream }) => stream));
      feeds.close();
    },
    size: () => open.size,
  };
}

/** Ends streams, and waits until clients have read the last bytes, or had the time. */
async function endAll(streams: readonly EventStream[]): Promise<void> {
  const closed = Promise.all(
    streams.map(({ body }) => new Promise<void>((resolve) => void body.once('close', () => resolve()))),
  );
  for (const stream of streams) stream.end('shutting_down');
  const timeout = setTimeout(() => streams.forEach(({ body }) => body.destroy()), closeTimeoutMs);
  await closed;
  clearTimeout(timeout);
}

/** @returns a function that takes a place for a stream. It throws {ProblemError} 429 if none is free */
function createAcquire({ perKey, perOrganization, perProcess }: EventStreamLimits) {
  const limiter = createConcurrencyLimiter();
  return ({ orgId, keyId }: Pick<EventStreamRequest, 'orgId' | 'keyId'>): (() => void) => {
    const release = limiter.acquire([
      { key: `key/${keyId}`, limit: perKey },
      { key: `organization/${orgId}`, limit: perOrganization },
      { key: 'process', limit: perProcess },
    ]);
    if (release !== undefined) return release;
    throw new ProblemError('too_many_streams', {
      detail: `At most ${perKey} event streams of a key, ${perOrganization} of an organization and ${perProcess} in all are open in one process. Close one first.`,
      headers: { 'Retry-After': '5' },
    });
  };
}

/** The texts of events, each made once for all streams. */
function createTexts(): (event: RecordedEvent) => string {
  const texts = new WeakMap<RecordedEvent, string>();
  return (event) => {
    const known = texts.get(event);
    if (known !== undefined) return known;
    const text = toFrame(event);
    texts.set(event, text);
    return text;
  };
}

/** Where a stream continues, and what it has missed. */
function resumeFrom(lastEventId: string, nowMs: number) {
  const place = parseLastEventId(lastEventId);
  const oldestMs = nowMs - resumableMs;
  if (place.recordedMs >= oldestMs) return { place };
  return { place: { recordedMs: oldestMs }, gap: { lastMs: place.recordedMs, resumedMs: oldestMs } };
}

/** Ends the streams of keys and sessions that are no longer valid. An unavailable store ends none. */
async function endInvalid(open: ReadonlySet<OpenStream>, deps: EventStreamDeps): Promise<void> {
  const { apiKeyCache, sessionCache, nowMs } = deps;
  for (const hash of new Set([...open].map(({ keyHash }) => keyHash))) {
    const isActive = await apiKeyCache.findByHash(hash).then(
      (key) => key !== undefined && keyStateAt(key, nowMs()) === 'active',
      () => true,
    );
    if (isActive) continue;
    for (const { stream, keyHash } of open) if (keyHash === hash) stream.end('key_invalid');
  }
  for (const token of new Set([...open].map(({ sessionToken }) => sessionToken))) {
    if (token === undefined) continue;
    const isActive = await sessionCache.find(token).then(
      (session) => session !== undefined,
      () => true,
    );
    if (isActive) continue;
    for (const { stream, sessionToken } of open) if (sessionToken === token) stream.end('session_ended');
  }
}
