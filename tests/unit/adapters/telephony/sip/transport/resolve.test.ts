import fc from 'fast-check';
import type { ServerRecord, SipDns } from '../../../../../../shared/adapters/telephony/sip/transport/dns';
import { orderServers, resolveTargets } from '../../../../../../shared/adapters/telephony/sip/transport/resolve';
import { TransportConnectError } from '../../../../../../shared/adapters/telephony/sip/transport/types';

/** Name servers with these records. */
function dnsOf(servers: Record<string, ServerRecord[] | Error>, addresses: Record<string, string[]>) {
  const asked: string[] = [];
  const dns: SipDns = {
    resolveServers: (service) => {
      asked.push(service);
      const found = servers[service] ?? [];
      return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
    },
    resolveAddresses: (name) => {
      asked.push(name);
      const found = addresses[name];
      return found ? Promise.resolve(found) : Promise.reject(new Error('ENOTFOUND'));
    },
  };
  return { dns, asked };
}

const server = (name: string, priority: number, weight = 0, port = 5_060): ServerRecord => ({
  name,
  priority,
  weight,
  port,
});

describe('the targets of a destination', () => {
  it('are its servers by priority, each with all of its addresses', async () => {
    const { dns } = dnsOf(
      { '_sip._udp.example.com': [server('b.example.com', 20, 0, 5_080), server('a.example.com', 10, 0, 5_070)] },
      { 'a.example.com': ['192.0.2.1', '192.0.2.2'], 'b.example.com': ['192.0.2.3'] },
    );
    expect(await resolveTargets({ host: 'example.com', transport: 'udp' }, dns)).toEqual([
      { transport: 'udp', host: '192.0.2.1', port: 5_070 },
      { transport: 'udp', host: '192.0.2.2', port: 5_070 },
      { transport: 'udp', host: '192.0.2.3', port: 5_080 },
    ]);
  });

  it.each([
    ['tcp', '_sip._tcp.example.com', 5_060],
    ['tls', '_sips._tcp.example.com', 5_061],
  ] as const)('of %s are its own addresses if it has no servers', async (transport, service, port) => {
    const { dns, asked } = dnsOf({}, { 'example.com': ['192.0.2.1'] });
    expect(await resolveTargets({ host: 'example.com', transport }, dns)).toMatchObject([{ host: '192.0.2.1', port }]);
    expect(asked).toEqual([service, 'example.com']);
  });

  it('must have the certificate of the destination over TLS, not that of the server', async () => {
    const { dns } = dnsOf({ '_sips._tcp.example.com': [server('edge.other.net', 1)] }, { 'edge.other.net': ['::1'] });
    const [target] = await resolveTargets({ host: 'example.com', transport: 'tls' }, dns);
    expect(target).toEqual({ transport: 'tls', host: '::1', port: 5_060, serverName: 'example.com' });
  });

  it('are those of its port if it has one, and an address is its own', async () => {
    const { dns, asked } = dnsOf({}, { 'example.com': ['192.0.2.1'] });
    expect(await resolveTargets({ host: 'example.com', port: 5_090, transport: 'udp' }, dns)).toEqual([
      { transport: 'udp', host: '192.0.2.1', port: 5_090 },
    ]);
    expect(await resolveTargets({ host: '2001:db8::1', transport: 'tls' }, dns)).toEqual([
      { transport: 'tls', host: '2001:db8::1', port: 5_061 },
    ]);
    expect(asked).toEqual(['example.com']);
  });

  it('of localhost are not looked up as a service', async () => {
    const { dns, asked } = dnsOf({}, { localhost: ['127.0.0.1'] });
    await resolveTargets({ host: 'localhost', transport: 'udp' }, dns);
    expect(asked).toEqual(['localhost']);
  });

  it('are those of the family that our socket reaches', async () => {
    const { dns } = dnsOf({}, { 'example.com': ['2001:db8::1', '192.0.2.1'] });
    const find = (family: 4 | 6) => resolveTargets({ host: 'example.com', transport: 'udp' }, dns, { family });
    expect((await find(4)).map(({ host }) => host)).toEqual(['192.0.2.1']);
    expect((await find(6)).map(({ host }) => host)).toEqual(['2001:db8::1']);
  });

  it('are the other servers if one has no address', async () => {
    const { dns } = dnsOf(
      { '_sip._udp.example.com': [server('gone.example.com', 1), server('b.example.com', 2)] },
      { 'b.example.com': ['192.0.2.3'] },
    );
    expect(await resolveTargets({ host: 'example.com', transport: 'udp' }, dns)).toMatchObject([{ host: '192.0.2.3' }]);
  });

  it.each([
    ['has no address', {}],
    ['has only servers without address', { '_sip._udp.example.com': [server('gone.example.com', 1)] }],
    ['serves no SIP', { '_sip._udp.example.com': [server('.', 0)] }],
    ['is known to no name server that answers', { '_sip._udp.example.com': new Error('ESERVFAIL') }],
  ])('are not found if it %s, and nothing was sent', async (_, servers) => {
    const { dns } = dnsOf(servers, {});
    await expect(resolveTargets({ host: 'example.com', transport: 'udp' }, dns)).rejects.toThrow(TransportConnectError);
  });

  it('are bounded in number', async () => {
    const { dns } = dnsOf({}, { 'example.com': Array.from({ length: 100 }, (_, index) => `192.0.2.${index}`) });
    expect(await resolveTargets({ host: 'example.com', transport: 'udp' }, dns)).toHaveLength(20);
  });
});

describe('the order of servers', () => {
  const servers = fc.array(
    fc.record({
      name: fc.uuid(),
      port: fc.nat({ max: 65_535 }),
      priority: fc.nat({ max: 3 }),
      weight: fc.nat({ max: 65_535 }),
    }),
    { maxLength: 12 },
  );

  it('holds each once, by priority', () => {
    fc.assert(
      fc.property(
        servers,
        fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), { minLength: 1 }),
        (given, chances) => {
          let draw = 0;
          const ordered = orderServers(given, () => chances[draw++ % chances.length] ?? 0);
          expect(new Set(ordered)).toEqual(new Set(given));
          expect(ordered).toHaveLength(given.length);
          const priorities = ordered.map(({ priority }) => priority);
          expect(priorities).toEqual([...priorities].sort((one, other) => one - other));
        },
      ),
    );
  });

  it('gives each its share by weight', () => {
    const given = [server('light', 1, 10), server('heavy', 1, 30), server('spare', 1, 0)];
    const firsts = Array.from({ length: 1_000 }, (_, index) => orderServers(given, () => index / 1_000)[0]?.name);
    const share = (name: string) => firsts.filter((first) => first === name).length;
    expect(share('light')).toBeGreaterThan(230);
    expect(share('light')).toBeLessThan(260);
    expect(share('heavy')).toBeGreaterThan(710);
    expect(share('spare')).toBeGreaterThan(0);
    expect(share('spare')).toBeLessThan(30);
  });
});
