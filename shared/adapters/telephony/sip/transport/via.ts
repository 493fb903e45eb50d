import { headersOf, parseVia, writeVia, type Via } from '../message/headers';
import type { SipRequest } from '../message/types';
import { defaultPortOf, isSameHost } from './target';
import type { Target, TransportKind } from './types';

const isVia = (name: string): boolean => name.toLowerCase() === 'via';

function changeTopVia(request: SipRequest, change: (via: Via) => Via): SipRequest {
  const [top, ...others] = headersOf(request, 'Via');
  if (top === undefined) return request;
  const vias = [writeVia(change(parseVia(top))), ...others].map((value) => ({ name: 'Via', value }));
  return { ...request, headers: [...vias, ...request.headers.filter(({ name }) => !isVia(name))] };
}

/**
 * Names the transport in the top Via of a request of ours (RFC 3261 section 18.1.1). Over UDP it asks that the response comes
 * back to the port that it was sent from (RFC 3581 section 3).
 */
export const withSentOver = (request: SipRequest, transport: TransportKind): SipRequest =>
  changeTopVia(request, (via) => ({
    ...via,
    transport: transport.toUpperCase(),
    params: { ...via.params, ...(transport === 'udp' && { rport: via.params['rport'] ?? '' }) },
  }));

/**
 * Notes in the top Via of a request where it came from (RFC 3261 section 18.2.1, RFC 3581 section 4). A value that the
 * sender wrote there itself is replaced: responses go where the request came from.
 */
export const withReceivedFrom = (request: SipRequest, source: Target): SipRequest =>
  changeTopVia(request, (via) => {
    const { received: _received, rport, ...params } = via.params;
    const differs = rport !== undefined || !isSameHost(source.host, via.host);
    return {
      ...via,
      params: {
        ...params,
        ...(rport !== undefined && { rport: String(source.port) }),
        ...(differs && { received: source.host }),
      },
    };
  });

/** Where the response to a request goes (RFC 3261 section 18.2.2): over UDP to the port of its Via, unless that has `rport`. */
export function responseTargetOf(request: SipRequest, source: Target): Target {
  if (source.transport !== 'udp') return source;
  const { port, params } = parseVia(headersOf(request, 'Via')[0] ?? '');
  return params['rport'] === undefined ? { ...source, port: port ?? defaultPortOf('udp') } : source;
}
