import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { familyOf } from './target';
import { TransportConnectError, type Target } from './types';

export interface UdpSocket {
  readonly port: number;
  /** @throws {TransportConnectError} if the system refused the datagram, which then was not sent */
  send(datagram: Buffer, target: Target): Promise<void>;
  close(): Promise<void>;
}

interface UdpOptions {
  host: string;
  port: number;
  onDatagram: (datagram: Buffer, source: Target) => void;
  /** An error that belongs to no datagram of ours. The socket stays open. */
  onError: (error: Error) => void;
}

/** Messages of many calls may arrive while the process does something else. */
const receiveBufferBytes = 1 << 20;

/** Binds a socket. @throws if the address is in use or not ours */
export async function bindUdpSocket({ host, port, onDatagram, onError }: UdpOptions): Promise<UdpSocket> {
  const socket = familyOf(host) === 6 ? createSocket({ type: 'udp6', ipv6Only: true }) : createSocket('udp4');
  socket.bind(port, host);
  try {
    await once(socket, 'listening');
  } catch (error) {
    socket.close();
    throw error;
  }
  socket.setRecvBufferSize(receiveBufferBytes);
  socket.on('error', onError);
  socket.on('message', (datagram, { address, port: sourcePort }) =>
    onDatagram(datagram, { transport: 'udp', host: address, port: sourcePort }),
  );
  return {
    port: socket.address().port,
    send: (datagram, target) =>
      new Promise((resolve, reject) => {
        const refuse = (cause: unknown): void =>
          reject(new TransportConnectError('The system refused a datagram.', { cause }));
        try {
          socket.send(datagram, target.port, target.host, (error) => (error ? refuse(error) : resolve()));
        } catch (error) {
          refuse(error);
        }
      }),
    close: async () => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}
