import { createListeners } from '../../listeners';
import { SipParseError, SipWriteError } from '../message/errors';
import { isKeepAlive, parseMessage } from '../message/parse';
import type { SipMessage } from '../message/types';
import type { ConnectionEvents } from './connection';
import type { Target, TransportError } from './types';
import { withReceivedFrom } from './via';

/** What the sockets report, and the subscribers to it. */
export interface Receiver {
  onDatagram: (datagram: Buffer, source: Target) => void;
  /** What the connections report. */
  readonly events: ConnectionEvents;
  onMessage: (listener: (message: SipMessage, source: Target) => void) => () => void;
  onBroken: (listener: (target: Target, error: TransportError) => void) => () => void;
  counts(): { received: number; malformed: number };
}

/** Creates the receiver of all sockets. Input that cannot be read is dropped and counted. */
export function createReceiver(onError: (error: unknown) => void): Receiver {
  const messages = createListeners<{ message: SipMessage; source: Target }>(onError);
  const ends = createListeners<{ target: Target; error: TransportError }>(onError);
  const counts = { received: 0, malformed: 0 };
  const read = (readMessage: () => SipMessage, source: Target): void => {
    try {
      const message = readMessage();
      const noted = message.kind === 'request' ? withReceivedFrom(message, source) : message;
      counts.received++;
      messages.emit({ message: noted, source });
    } catch (error) {
      if (!(error instanceof SipParseError || error instanceof SipWriteError)) throw error;
      counts.malformed++;
    }
  };
  return {
    onDatagram: (datagram, source) => {
      if (!isKeepAlive(datagram)) read(() => parseMessage(datagram), source);
    },
    events: {
      onMessage: (message, source) => read(() => message, source),
      onMalformed: () => {
        counts.malformed++;
      },
      onClosed: ({ target }, error) => error && ends.emit({ target, error }),
    },
    onMessage: (listener) => messages.add(({ message, source }) => listener(message, source)),
    onBroken: (listener) => ends.add(({ target, error }) => listener(target, error)),
    counts: () => counts,
  };
}
