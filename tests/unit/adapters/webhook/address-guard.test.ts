import fc from 'fast-check';
import { createAddressGuard } from '../../../../shared/adapters/webhook/address-guard';
import { createReceiverCheck } from '../../../../shared/adapters/webhook/receiver-check';

const guard = createAddressGuard([]);

describe('createAddressGuard', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
  ])('allows %s', (address) => expect(guard.allows(address)).toBe(true));

  it.each([
    ['this machine', '127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 ::1 ::'],
    ['private networks', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 fc00::1 fd00:ec2::254 fec0::1'],
    ['link-local, metadata of clouds', '169.254.169.254 169.254.0.1 fe80::1 fe80::1%eth0 168.63.129.16'],
    ['documentation and benchmarks', '192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 2001:db8::1 3fff::1 2001:2::1'],
    ['multicast, broadcast, reserved', '224.0.0.1 239.255.255.255 255.255.255.255 240.0.0.1 ff02::1 192.0.0.1'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1 ::7f00:1 64:ff9b::7f00:1 64:ff9b:1::7f00:1'],
    ['tunnels', '2002:7f00:1:: 2001::1 2001:0:7f00:1:: 2606:4700::5efe:7f00:1 192.88.99.1'],
    ['outside what is routed', '4000::1 8000::1 5f00::1 1000::1 100::1'],
    ['no addresses at all', 'localhost example.com 1.2.3 [::1] 10.0.0.1/8'],
  ])('rejects %s', (_what, addresses) => {
    expect(addresses.split(' ').filter((address) => guard.allows(address))).toEqual([]);
  });

  it('rejects every private IPv4 address in every notation', () => {
    const privateV4 = fc.tuple(fc.constantFrom(10, 127), fc.nat(255), fc.nat(255), fc.nat(255));
    fc.assert(
      fc.property(privateV4, ([a, b, c, d]) => {
        const hex = (((a << 24) | (b << 16) | (c << 8) | d) >>> 0).toString(16).padStart(8, '0');
        const [high, low] = [hex.slice(0, 4), hex.slice(4)];
        const forms = [
          `${a}.${b}.${c}.${d}`,
          `::ffff:${a}.${b}.${c}.${d}`,
          `::ffff:${high}:${low}`,
          `::${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::`,
        ];
        for (const form of forms) expect(guard.allows(form)).toBe(false);
      }),
    );
  });

  it('allows the blocks that an operator configures, and only those', () => {
    const opened = createAddressGuard(['10.1.0.0/16', '::1/128', 'fd00::/8']);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::1', 'fd12::1']) expect(opened.allows(address)).toBe(true);
    for (const address of ['10.2.0.1', '127.0.0.1', '::2', 'fc00::1']) expect(opened.allows(address)).toBe(false);
  });
});

describe('createReceiverCheck', () => {
  const check = createReceiverCheck({ allowedCidrs: ['127.0.0.0/8'], allowHttp: true, allowedPorts: 'any' });

  it('refuses private addresses', () => {
    expect(check.findProblem('http://10.0.0.1/x')).toMatch(/^10\.0\.0\.1 is a private or reserved address/);
    expect(check.findProblem('http://[::ffff:a00:1]/x')).toMatch(/private or reserved/);
  });

  it('accepts allowed networks, public addresses, and every name without resolving it', () => {
    for (const host of ['127.0.0.1:9000', '8.8.8.8', 'metadata.internal', 'unknown.test', 'localhost'])
      expect(check.findProblem(`http://${host}/x`)).toBeUndefined();
  });
});
