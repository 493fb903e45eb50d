import { contactOf, viaOf } from '../../../../../shared/adapters/telephony/sip/requests';

describe('our address in a request', () => {
  it.each([
    ['udp', '192.0.2.1', '<sip:outdial@192.0.2.1:5060>', 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1'],
    ['tls', '192.0.2.1', '<sip:outdial@192.0.2.1:5060;transport=tls>', 'SIP/2.0/TLS 192.0.2.1:5060;branch=z9hG4bK1'],
    ['udp', '2001:db8::1', '<sip:outdial@[2001:db8::1]:5060>', 'SIP/2.0/UDP [2001:db8::1]:5060;branch=z9hG4bK1'],
    [
      'tcp',
      'out.example',
      '<sip:outdial@out.example:5060;transport=tcp>',
      'SIP/2.0/TCP out.example:5060;branch=z9hG4bK1',
    ],
  ] as const)('over %s, %s, is one that requests of the call can be sent to', (kind, host, contact, via) => {
    expect(contactOf(kind, { host, port: 5_060 })).toEqual({ name: 'Contact', value: contact });
    expect(viaOf(kind, { host, port: 5_060 }, 'z9hG4bK1')).toBe(via);
  });
});
