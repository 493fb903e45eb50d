import type { SipMessage } from '../../../../../../shared/adapters/telephony/sip/message/types';
import {
  TransportError,
  type Target,
  type Transports,
} from '../../../../../../shared/adapters/telephony/sip/transport/types';

/** Transports in memory, so that thousands of orders can be tried. The other tests use sockets. */
export function createMemory(target: Target) {
  const sent: string[] = [];
  let receive: (message: SipMessage, source: Target) => void = () => undefined;
  let cut: (target: Target, error: TransportError) => void = () => undefined;
  const transports: Transports = {
    family: 4,
    send: (message) => {
      if (message.kind === 'request') sent.push(message.method);
      return Promise.resolve(target);
    },
    onMessage: (listener) => ((receive = listener), () => undefined),
    onBroken: (listener) => ((cut = listener), () => undefined),
    disconnect: () => undefined,
    viaOf: () => ({ host: '127.0.0.1', port: 5_060 }),
    stats: () => ({ received: 0, sent: 0, malformed: 0, connections: 0 }),
    close: () => Promise.resolve(),
  };
  return {
    transports,
    sent,
    respond: (message: SipMessage) => receive(message, target),
    breakConnection: (ended = target) => cut(ended, new TransportError('broken')),
  };
}
