import type { RawData, WebSocket } from 'ws';
import { closeSocket } from '../../media/close-socket';
import { keepAlive } from '../../media/keep-alive';
import { streamLimits } from './protocol';

/** The websocket of one agent. */
export interface AgentPeer {
  readonly isOpen: boolean;
  /** Sets the listener, which learns at once if the agent has gone already. What the agent sent before is dropped. */
  listen(listener: PeerListener): void;
  /** Sends a message; drops it if the agent reads too slowly, or has gone. */
  send(json: string): void;
  /** Ends the connection with code 1000. */
  leave(): void;
}

export interface PeerListener {
  /** @param json a text message; empty for a binary one */
  onMessage(json: string): void;
  onClosed(how: PeerEnd): void;
}

/** How the connection ended. */
export interface PeerEnd {
  code: number;
  /** Set if the agent broke the protocol: what it did. */
  violation?: string | undefined;
}

/** For tests, which cannot wait. */
export interface PeerOptions {
  pingIntervalMs?: number | undefined;
  messageBurst?: number | undefined;
  /** A monotonic clock. */
  nowMs?: (() => number) | undefined;
}

const defaultPingMs = 20_000;
const closeTimeoutMs = 1_000;
/** About a minute of audio: an agent that reads so slowly does not answer pings either. */
const maxBacklogBytes = 512 * 1024;

/** What an agent may still send: a burst at first, which fills up again with time. @returns false once it is used up */
export function createBudget(
  { burst, perSecond }: { burst: number; perSecond: number },
  nowMs: () => number = () => performance.now(),
): (amount?: number) => boolean {
  let left = burst;
  let atMs = nowMs();
  return (amount = 1) => {
    const now = nowMs();
    left = Math.min(burst, left + ((now - atMs) * perSecond) / 1000) - amount;
    atMs = now;
    return left >= 0;
  };
}

const describeError = (error: Error): string | undefined => {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return `sent a message of more than ${streamLimits.messageBytes / 1024} kB`;
  return code.startsWith('WS_ERR_') ? 'broke the websocket protocol' : undefined;
};

/** @param socket an open websocket */
export function createPeer(
  socket: WebSocket,
  {
    pingIntervalMs = defaultPingMs,
    messageBurst = streamLimits.messageBurst,
    nowMs = () => performance.now(),
  }: PeerOptions = {},
): AgentPeer {
  const { messagesPerSecond, bytesBurst, bytesPerSecond } = streamLimits;
  const mayReceive = createBudget({ burst: messageBurst, perSecond: messagesPerSecond }, nowMs);
  const mayReceiveBytes = createBudget({ burst: bytesBurst, perSecond: bytesPerSecond }, nowMs);
  let listener: PeerListener | undefined;
  let violation: string | undefined;
  let end: PeerEnd | undefined;
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (violation !== undefined) return;
    const { length } = data as Buffer;
    const isWithinMessages = mayReceive();
    if (isWithinMessages && mayReceiveBytes(length))
      return listener?.onMessage(isBinary ? '' : (data as Buffer).toString());
    violation = isWithinMessages ? 'sent more data than audio of the call can have' : 'sent too many messages';
    socket.terminate();
  });
  socket.on('error', (error) => (violation ??= describeError(error)));
  socket.once('close', (code) => {
    end = { code, violation };
    listener?.onClosed(end);
  });
  keepAlive(socket, pingIntervalMs);
  return {
    get isOpen() {
      return end === undefined && socket.readyState === socket.OPEN;
    },
    listen: (given) => {
      listener = given;
      if (end !== undefined) given.onClosed(end);
    },
    send: (json) => {
      // As bytes the message and its header are one write to the socket, as text they are two.
      if (socket.readyState === socket.OPEN && socket.bufferedAmount < maxBacklogBytes)
        socket.send(Buffer.from(json), { binary: false });
    },
    leave: () => {
      listener = undefined;
      closeSocket(socket, { code: 1000, timeoutMs: closeTimeoutMs });
    },
  };
}
