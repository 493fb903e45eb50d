import type { SipMessage } from '../../../../../../shared/adapters/telephony/sip/message/types';
import { createTransports } from '../../../../../../shared/adapters/telephony/sip/transport/transports';
import type {
  Target,
  TransportError,
  TransportsOptions,
} from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { peerAuthority, type Peer } from './peer';

const closers: (() => unknown)[] = [];

/** Closes, after the test, what it opened. */
export const closeLater = (close: () => unknown): void => void closers.push(close);

export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Our transports on 127.0.0.1, with all that they reported. */
export async function openOurs(options: Partial<TransportsOptions> = {}) {
  const ours = await createTransports({ host: '127.0.0.1', port: 0, tls: { ca: peerAuthority }, ...options });
  closeLater(() => ours.close());
  const got: { message: SipMessage; source: Target }[] = [];
  ours.onMessage((message, source) => got.push({ message, source }));
  const broken: { target: Target; error: TransportError }[] = [];
  ours.onBroken((target, error) => broken.push({ target, error }));
  return { ...ours, got, broken };
}

export async function opened(peer: Promise<Peer>): Promise<Peer> {
  const open = await peer;
  closeLater(() => open.close());
  return open;
}
