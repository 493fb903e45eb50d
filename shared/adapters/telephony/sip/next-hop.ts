import { isIP } from 'node:net';
import type { SipContext } from './context';
import { nextHopOf, type DialogState } from './dialog';
import { parseSipUri } from './message/uri';
import type { Target } from './transport/types';

/**
 * Finds where the requests of a dialog go (RFC 3261 section 12.2.1.1). Over a stream that is the connection of the INVITE: the
 * other side may not accept another one. Over UDP it is the first route, or the contact; if that cannot be resolved, the
 * trunk.
 * @param trunk where the INVITE went
 */
export async function findNextHop(
  { resolve }: Pick<SipContext, 'resolve'>,
  dialog: DialogState,
  trunk: Target,
): Promise<Target> {
  if (trunk.transport !== 'udp') return trunk;
  try {
    const { scheme, host, port, params } = parseSipUri(nextHopOf(dialog));
    const named = params['transport']?.toLowerCase();
    const transport = scheme === 'sips' || named === 'tls' ? 'tls' : named === 'tcp' ? 'tcp' : 'udp';
    const address = params['maddr'] ?? host;
    if (isIP(address) !== 0 && transport !== 'tls') return { transport, host: address, port: port ?? 5060 };
    const [first] = await resolve({ host: address, transport, ...(port === undefined ? {} : { port }) });
    return first ?? trunk;
  } catch {
    return trunk;
  }
}
