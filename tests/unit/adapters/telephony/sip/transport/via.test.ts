import { headersOf } from '../../../../../../shared/adapters/telephony/sip/message/headers';
import type { Target } from '../../../../../../shared/adapters/telephony/sip/transport/types';
import {
  responseTargetOf,
  withReceivedFrom,
  withSentOver,
} from '../../../../../../shared/adapters/telephony/sip/transport/via';
import { requestOf } from './peer';

const source: Target = { transport: 'udp', host: '192.0.2.7', port: 40_000 };
const vias = (...values: string[]) => ({
  ...requestOf('BYE'),
  headers: values.map((value) => ({ name: 'Via', value })),
});
const viasOf = (request: ReturnType<typeof vias>) => headersOf(request, 'Via');

describe('the top Via of a request of ours', () => {
  it.each([
    ['udp', 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1;rport'],
    ['tcp', 'SIP/2.0/TCP 192.0.2.1:5060;branch=z9hG4bK1'],
    ['tls', 'SIP/2.0/TLS 192.0.2.1:5060;branch=z9hG4bK1'],
  ] as const)('names %s', (transport, expected) => {
    const request = vias('SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1');
    expect(viasOf(withSentOver(request, transport))).toEqual([expected]);
    expect(viasOf(request)).toEqual(['SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1']);
  });
});

describe('the top Via of a request of a peer', () => {
  it.each([
    [
      'the port if it asks for it',
      'SIP/2.0/UDP 192.0.2.7;rport',
      'SIP/2.0/UDP 192.0.2.7;rport=40000;received=192.0.2.7',
    ],
    ['nothing if its host is right', 'SIP/2.0/UDP 192.0.2.7:5062', 'SIP/2.0/UDP 192.0.2.7:5062'],
    ['the address if its host is another', 'SIP/2.0/UDP 10.0.0.1', 'SIP/2.0/UDP 10.0.0.1;received=192.0.2.7'],
    ['the truth instead of what it claims', 'SIP/2.0/UDP 192.0.2.7;received=192.0.2.99', 'SIP/2.0/UDP 192.0.2.7'],
  ])('gets %s', (_, sent, noted) => {
    expect(viasOf(withReceivedFrom(vias(sent, 'SIP/2.0/UDP next.example.com'), source))).toEqual([
      noted,
      'SIP/2.0/UDP next.example.com',
    ]);
  });

  it('is found in front of others in one header field', () => {
    const request = withReceivedFrom(vias('SIP/2.0/UDP a.example.com;rport, SIP/2.0/UDP b.example.com'), source);
    expect(viasOf(request)).toEqual([
      'SIP/2.0/UDP a.example.com;rport=40000;received=192.0.2.7',
      'SIP/2.0/UDP b.example.com',
    ]);
  });
});

describe('a response', () => {
  it.each([
    ['to the port that the request came from, if it asks for that', 'SIP/2.0/UDP 10.0.0.1:5062;rport', 40_000],
    ['to the port of its Via', 'SIP/2.0/UDP 10.0.0.1:5062', 5_062],
    ['to 5060 if its Via has none', 'SIP/2.0/UDP 10.0.0.1', 5_060],
  ])('goes to the address that the request came from, %s', (_, via, port) => {
    expect(responseTargetOf(vias(via), source)).toEqual({ ...source, port });
  });

  it('goes over the connection of its request', () => {
    const connection: Target = { ...source, transport: 'tcp' };
    expect(responseTargetOf(vias('SIP/2.0/TCP 10.0.0.1:5062'), connection)).toBe(connection);
  });
});
