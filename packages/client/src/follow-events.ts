import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { OutdialConnectionError, OutdialError } from './errors.ts';
import type { Event, EventsQuery } from './types.ts';

/** An event, and its place in the stream: `lastEventId` continues behind it. */
export interface StreamedEvent {
  id: string;
  event: Event;
}

/** Events between two instants (unix milliseconds) were not sent: the last connection was more than 24 hours ago. */
export interface EventGap {
  LastMS: number;
  ResumedMS: number;
}

export interface FollowOptions {
  signal?: AbortSignal;
  /** The `id` of the last event that was processed: the stream continues behind it. */
  lastEventId?: string;
  /** Called whenever the stream is open. */
  onOpen?: () => void;
  /** Called when the connection is lost, with the wait until the next attempt, in ms. */
  onReconnect?: (waitMs: number, reason: unknown) => void;
  /** Called if events were left out. Without it they go unnoticed. */
  onGap?: (gap: EventGap) => void;
}

/** What a stream is made of; the defaults are those of Node and browsers. */
export interface FollowTransport {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  random?: () => number;
}

/** The service sends something every 15 s: after this long the connection is lost. */
const silenceTimeoutMs = 45_000;
/** The waits between failed attempts: 1 s, twice as long each time, at most 30 s. A response may ask for more. */
const backoff = { firstMs: 1_000, maxMs: 30_000 } as const;
const retryableStatuses = new Set([429, 500, 502, 503, 504]);
/** Streams repeat some events after they continue. So many ids are remembered to drop them. */
const rememberedIds = 20_000;

/**
 * Follows the events of an organization until the signal aborts or the loop ends, over any number of connections: each
 * event once, those of a job in order. It needs nothing of Node, so it works in browsers too.
 * @throws {OutdialError} if the API rejects the request, such as for a revoked key
 */
export async function* followEvents(
  transport: FollowTransport,
  query: EventsQuery = {},
  options: FollowOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  const random = transport.random ?? Math.random;
  const progress: Progress = { seen: new Set(), lastEventId: options.lastEventId, retryMs: undefined, failures: 0 };
  for (;;) {
    options.signal?.throwIfAborted();
    let reason: unknown;
    try {
      yield* readNew(connect(transport, query, { ...options, lastEventId: progress.lastEventId }), progress);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof OutdialError && !retryableStatuses.has(error.status)) throw error;
      reason = error;
    }
    const waitMs = waitAfter(reason, progress) * (0.5 + random() / 2);
    progress.failures++;
    options.onReconnect?.(waitMs, reason);
    await wait(waitMs, options.signal);
  }
}

/** What is known over all connections. */
interface Progress {
  seen: Set<string>;
  lastEventId: string | undefined;
  /** What the service wants clients to wait. */
  retryMs: number | undefined;
  /** Connections in a row that sent nothing. */
  failures: number;
}

/** The events of one connection that no earlier one has sent. */
async function* readNew(
  messages: AsyncIterable<Message>,
  progress: Progress,
): AsyncGenerator<StreamedEvent, void, undefined> {
  for await (const message of messages) {
    progress.failures = 0;
    if ('retryMs' in message) {
      progress.retryMs = message.retryMs;
      continue;
    }
    progress.lastEventId = message.id;
    if (remember(progress.seen, message.event.ID)) yield message;
  }
}

/** @returns false if the id is known */
function remember(seen: Set<string>, id: string): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > rememberedIds && oldest !== undefined) seen.delete(oldest);
  return true;
}

function waitAfter(reason: unknown, { failures, retryMs }: Progress): number {
  const requestedMs = reason instanceof OutdialError ? (reason.retryAfter ?? 0) * 1_000 : 0;
  const firstMs = reason === undefined ? (retryMs ?? backoff.firstMs) : backoff.firstMs;
  return Math.max(requestedMs, Math.min(backoff.maxMs, firstMs * 2 ** Math.min(failures, 10)));
}

type Connection = FollowOptions & { lastEventId: string | undefined };
type Message = StreamedEvent | { retryMs: number };

/** One connection. @throws {OutdialError} {OutdialConnectionError} */
async function* connect(
  { baseUrl, headers, fetch: send = (url, init) => fetch(url, init) }: FollowTransport,
  query: EventsQuery,
  { signal, lastEventId, onOpen, onGap }: Omit<Connection, 'lastEventId'> & { lastEventId?: string | undefined },
): AsyncGenerator<Message, void, undefined> {
  const controller = new AbortController();
  // A lost host never closes its connections.
  const silent = (): void => controller.abort(new Error('The service has been silent for too long.'));
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  const messages: Message[] = [];
  const parser = createParser({
    onEvent: (message) => read(message, { messages, onGap }),
    onRetry: (retryMs) => messages.push({ retryMs }),
  });
  try {
    const init = {
      headers: {
        ...headers,
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      redirect: 'manual' as const,
      signal: controller.signal,
    };
    const timer = setTimeout(silent, silenceTimeoutMs);
    const opening = send(`${baseUrl}/events${toSearch(query)}`, init);
    const response = await unlessAborted(opening, controller.signal).finally(() => clearTimeout(timer));
    if (!response.ok || response.body === null) throw new OutdialError(response, await readBody(response), Date.now());
    onOpen?.();
    const decoder = new TextDecoder();
    for await (const chunk of readChunks(response.body, controller, silent)) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      yield* messages.splice(0);
    }
  } catch (error) {
    if (error instanceof OutdialError) throw error;
    throw new OutdialConnectionError('The stream of events was interrupted.', { cause: error });
  } finally {
    signal?.removeEventListener('abort', abort);
    controller.abort();
  }
}

function read(
  { id, event, data }: EventSourceMessage,
  { messages, onGap }: { messages: Message[]; onGap: FollowOptions['onGap'] },
): void {
  // A service of a later version may send frames of other kinds.
  if (id !== undefined) messages.push({ id, event: JSON.parse(data) as Event });
  else if (event === 'gap') onGap?.(JSON.parse(data) as EventGap);
}

function toSearch(query: EventsQuery): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) for (const value of [values].flat()) search.append(name, value);
  return search.size === 0 ? '' : `?${search.toString()}`;
}

const readBody = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

/** @throws the reason of the signal when it aborts first: `fetch` can miss its signal in Node 20 */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Yields what a connection sends, until it ends. @throws the reason of the signal */
async function* readChunks(body: ReadableStream<Uint8Array>, connection: AbortController, silent: () => void) {
  const reader = body.getReader();
  // Ends a read that waits.
  connection.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  for (;;) {
    const timer = setTimeout(silent, silenceTimeoutMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    connection.signal.throwIfAborted();
    if (done) return;
    yield value;
  }
}

const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }
    function cancel(): void {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    }
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
