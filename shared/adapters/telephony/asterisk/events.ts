// cspell:ignore PJSIP dialstatus
import { WebSocket } from 'ws';
import { z } from 'zod';
import { createListeners } from '../listeners';
import { basicAuthorization, type AriOptions } from './ari';
import { keepAlive } from '../../media/keep-alive';
import type { AsteriskLogger } from './logger';

/** What this provider reads of an event of ARI. Other events and fields are ignored. */
const eventSchema = z.object({
  type: z.string(),
  channel: z.object({ id: z.string(), state: z.string().optional() }).optional(),
  /** The dialed channel of a `Dial` event. */
  peer: z.object({ id: z.string() }).optional(),
  dialstatus: z.string().optional(),
  digit: z.string().optional(),
  /** By ITU-T Q.850. */
  cause: z.number().optional(),
  /** The code of the channel's own protocol: the SIP status for PJSIP. */
  tech_cause: z.number().optional(),
});
export type AriEvent = z.infer<typeof eventSchema>;

/** The events of all calls of this process, over one connection that is opened again whenever it breaks. */
export interface AriEvents {
  /** The name of the Stasis application of this process: Asterisk sends the events of its channels to it alone. */
  readonly app: string;
  /** Subscribes to the events of a channel. @returns a function that unsubscribes */
  onChannel(channelId: string, listener: (event: AriEvent) => void): () => void;
  /** Subscribes to new connections after a broken one: events may have been missed. @returns a function that unsubscribes */
  onReconnected(listener: () => void): () => void;
  /** Resolves when the connection is open. @throws if it is not within the time */
  ready(withinMs: number): Promise<void>;
  close(): void;
}

export interface AriEventsOptions extends Pick<AriOptions, 'url' | 'user' | 'password'> {
  app: string;
  logger?: AsteriskLogger | undefined;
  /** How often the connection is checked, in ms; it is given up after two checks without an answer. */
  checkEveryMs?: number;
}

const handshakeMs = 5_000;
const checkMs = 5_000;
const [firstRetryMs, lastRetryMs] = [100, 5_000];
const maxEventBytes = 1 << 20;

/** The address of a websocket of Asterisk's HTTP server. */
export function webSocketUrl(url: string, path: string): string {
  const base = new URL(url);
  return `${base.protocol === 'https:' ? 'wss:' : 'ws:'}//${base.host}${base.pathname.replace(/\/+$/, '')}${path}`;
}

interface State {
  options: AriEventsOptions;
  channels: Map<string, Set<(event: AriEvent) => void>>;
  reconnected: ReturnType<typeof createListeners<undefined>>;
  waiting: Set<() => void>;
  socket?: WebSocket | undefined;
  open: boolean;
  opened: number;
  failures: number;
  closed: boolean;
  timer?: NodeJS.Timeout | undefined;
}

/** Connects to the events of ARI, and keeps the connection until it is closed. */
export function createAriEvents(options: AriEventsOptions): AriEvents {
  const reconnected = createListeners<undefined>((error) =>
    options.logger?.warn({ err: error }, 'asterisk.listener_failed'),
  );
  const state: State = {
    ...{ options, reconnected, channels: new Map(), waiting: new Set() },
    ...{ open: false, opened: 0, failures: 0, closed: false },
  };
  connect(state);
  return {
    app: options.app,
    onChannel: (channelId, listener) => addChannelListener(state, channelId, listener),
    onReconnected: (listener) => reconnected.add(listener),
    ready: (withinMs) => waitUntilOpen(state, withinMs),
    close: () => {
      state.closed = true;
      clearTimeout(state.timer);
      state.socket?.terminate();
    },
  };
}

function addChannelListener({ channels }: State, id: string, listener: (event: AriEvent) => void): () => void {
  const listeners = channels.get(id) ?? new Set();
  channels.set(id, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && channels.get(id) === listeners) channels.delete(id);
  };
}

function waitUntilOpen(state: State, withinMs: number): Promise<void> {
  if (state.open) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      state.waiting.delete(done);
      reject(new Error(`The events of Asterisk cannot be reached within ${withinMs} ms.`));
    }, withinMs);
    state.waiting.add(done);
  });
}

function connect(state: State): void {
  const { url, app } = state.options;
  const query = new URLSearchParams({ app, subscribeAll: 'false' }).toString();
  const socket = new WebSocket(webSocketUrl(url, `/ari/events?${query}`), {
    headers: { authorization: basicAuthorization(state.options) },
    handshakeTimeout: handshakeMs,
    maxPayload: maxEventBytes,
    perMessageDeflate: false,
  });
  state.socket = socket;
  socket.on('open', () => {
    keepAlive(socket, state.options.checkEveryMs ?? checkMs, 2);
    state.open = true;
    state.failures = 0;
    for (const resolve of state.waiting) resolve();
    state.waiting.clear();
    if (state.opened++ > 0) state.reconnected.emit(undefined);
  });
  socket.on('message', (data: Buffer) => dispatch(state, data.toString('utf8')));
  // It is followed by `close`.
  socket.on('error', (error) => state.options.logger?.warn({ err: error }, 'asterisk.events_failed'));
  socket.on('close', () => {
    state.open = false;
    if (state.closed) return;
    const delayMs = Math.min(lastRetryMs, firstRetryMs * 2 ** state.failures++);
    state.timer = setTimeout(() => connect(state), delayMs);
  });
}

function dispatch({ channels, options }: State, text: string): void {
  const event = parseEvent(text);
  const id = event?.channel?.id ?? event?.peer?.id;
  if (event === undefined || id === undefined) return;
  for (const listener of [...(channels.get(id) ?? [])]) {
    try {
      listener(event);
    } catch (error) {
      options.logger?.warn({ err: error, callId: id }, 'asterisk.listener_failed');
    }
  }
}

/** @returns `undefined` for what is no event */
export function parseEvent(text: string): AriEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
