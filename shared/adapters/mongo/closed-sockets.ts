import type { Socket } from 'node:net';
import { MongoNetworkError } from 'mongodb';

/** On the driver itself: it may be loaded once where this file is loaded several times, as in tests. */
const applied = Symbol.for('outdial.endsWritesToClosedSockets');

/** The part of the driver's connection that is changed; the driver does not export it. */
interface DriverConnection {
  socket: Socket;
  writeCommand(...args: unknown[]): Promise<void>;
  [applied]?: true;
}

/**
 * Ends writes to closed sockets. The driver (7.8.0) writes a command, and waits for the socket to drain if it takes no more.
 * A socket that was closed a moment before takes none either, and never drains: the command waits forever, without a
 * timeout. If that command is the monitor's, the process finds no primary again until it is restarted.
 * Remove this when the driver looks at the socket itself; `tests/integration/operations/member-states.test.ts` shows it.
 */
export function endWritesToClosedSockets(): void {
  // By its literal name: a bundle must hold this part of the driver once.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the driver has no types for its parts
  const { Connection } = require('mongodb/lib/cmap/connection.js') as { Connection: { prototype: DriverConnection } };
  if (Connection.prototype[applied] === true) return;
  Connection.prototype[applied] = true;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- applied to the connection below
  const { writeCommand } = Connection.prototype;
  Connection.prototype.writeCommand = async function (this: DriverConnection, ...args: unknown[]): Promise<void> {
    const { socket } = this;
    let onClose = (): void => undefined;
    const closed = new Promise<never>((_resolve, reject) => {
      onClose = () => reject(new MongoNetworkError('The connection was closed before the command was written.'));
    });
    socket.once('close', onClose);
    // The event has been emitted already, or is about to be.
    if (socket.destroyed) onClose();
    try {
      await Promise.race([writeCommand.apply(this, args), closed]);
    } finally {
      socket.off('close', onClose);
      // The driver's own wait is left behind; it must not count as a rejection without a handler.
      closed.catch(() => undefined);
    }
  };
}
