import type { WebSocket } from 'ws';
import type { AudioChannel } from '../../../shared/domain/audio/format';
import type { CallSummary } from '../../../shared/domain/call/call-record';
import type { CallWorkerClient } from './call-worker-client';
import { type CloseCode, closeCodes, type Listener } from './listener';

/**
 * A claim on one side of a call, which is received once from the worker and forwarded to every listener of this
 * process.
 */
export interface AudioSubscription {
  add(listener: Listener): void;
  /** Gives up the claim; the last release closes the connection to the worker. */
  release: () => void;
}

export interface Relay {
  /** @throws the errors of `CallWorkerClient.subscribe` */
  subscribe(call: CallSummary, channel: AudioChannel): Promise<AudioSubscription>;
  /** All current listeners. */
  listeners(): Listener[];
  close(): void;
}

export interface RelayDeps {
  callWorkers: Pick<CallWorkerClient, 'subscribe'>;
  /** Whether the call has ended; checked when the connection to the worker fails. */
  hasEnded: (callId: string) => Promise<boolean>;
}

interface Upstream {
  socket: Promise<WebSocket>;
  listeners: Set<Listener>;
  /** Listeners, including those still connecting; the last one to leave closes the socket. */
  users: number;
}

/** Keeps one socket to the worker per side of a call, however many listeners this process has. */
export function createRelay(deps: RelayDeps): Relay {
  const upstreams = new Map<string, Upstream>();
  const drop = (key: string, upstream: Upstream): void => {
    if (upstreams.get(key) === upstream) upstreams.delete(key);
  };
  const open = (key: string, call: CallSummary, channel: AudioChannel): Upstream => {
    const upstream: Upstream = { socket: deps.callWorkers.subscribe(call, channel), listeners: new Set(), users: 0 };
    upstreams.set(key, upstream);
    upstream.socket.then(
      (socket) => {
        forwardFrames(deps, { upstream, socket, callId: call.ID }, () => drop(key, upstream));
      },
      () => drop(key, upstream),
    );
    return upstream;
  };
  return {
    subscribe: async (call, channel) => {
      const key = `${call.ID}/${channel}`;
      const upstream = upstreams.get(key) ?? open(key, call, channel);
      upstream.users++;
      const socket = await upstream.socket;
      let released = false;
      const release = (): void => {
        if (released) return;
        released = true;
        upstream.users--;
        if (upstream.users > 0) return;
        drop(key, upstream);
        socket.close(closeCodes.callEnded);
      };
      return { add: (listener) => addListener(upstream, socket, listener), release };
    },
    listeners: () => [...upstreams.values()].flatMap(({ listeners }) => [...listeners]),
    close: () => {
      for (const { socket } of upstreams.values()) socket.then((open) => open.terminate()).catch(() => undefined);
    },
  };
}

function addListener(upstream: Upstream, socket: WebSocket, listener: Listener): void {
  upstream.listeners.add(listener);
  listener.onClose(() => upstream.listeners.delete(listener));
  // The call may have ended during the listener's handshake.
  if (socket.readyState !== socket.OPEN) listener.close(closeCodes.callEnded, 'The call has ended.');
}

function forwardFrames(
  { hasEnded: isOver }: RelayDeps,
  { upstream, socket, callId }: { upstream: Upstream; socket: WebSocket; callId: string },
  onClosed: () => void,
): void {
  socket.on('message', (frame: Buffer, isBinary) => {
    if (isBinary) for (const listener of upstream.listeners) listener.send(frame);
  });
  const closeAll = (code: CloseCode, reason: string): void => {
    for (const listener of upstream.listeners) listener.close(code, reason);
  };
  socket.once('close', (code) => {
    onClosed();
    if (code === closeCodes.callEnded) closeAll(closeCodes.callEnded, 'The call has ended.');
    else if (upstream.listeners.size > 0) {
      isOver(callId)
        .catch(() => false)
        .then((over) =>
          over
            ? closeAll(closeCodes.callEnded, 'The call has ended.')
            : closeAll(closeCodes.audioLost, 'The connection to the call audio was lost.'),
        )
        .catch(() => undefined);
    }
  });
}
