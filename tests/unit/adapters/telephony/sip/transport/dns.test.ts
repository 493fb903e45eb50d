import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createSipDns } from '../../../../../../shared/adapters/telephony/sip/transport/dns';
import { closeAll, closeLater } from './set-up';

afterEach(closeAll);

interface Answer {
  /** The code of the response (RFC 1035 section 4.1.1): 2 for a failure, 3 for an unknown name. */
  code?: number;
  servers?: { priority: number; weight: number; port: number; name: string }[];
}

const uint16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 0xff])));
const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.from([0]),
  ]);

/** A name server (RFC 1035, RFC 2782) on 127.0.0.1 that answers every question so. */
async function openNameServer(answer: Answer): Promise<{ resolver: Resolver; questions: () => number }> {
  const socket = createSocket('udp4');
  let questions = 0;
  socket.on('message', (query, { port, address }) => {
    questions++;
    const { code = 0, servers = [] } = answer;
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const records = servers.map(({ priority, weight, port: serverPort, name }) => {
      const data = Buffer.concat([uint16(priority, weight, serverPort), encodeName(name)]);
      // The name of the question, SRV, IN, 60 s.
      return Buffer.concat([uint16(0xc00c, 33, 1, 0, 60, data.length), data]);
    });
    const header = Buffer.concat([query.subarray(0, 2), uint16(0x8180 | code, 1, records.length, 0, 0)]);
    socket.send(Buffer.concat([header, question, ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closeLater(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, questions: () => questions };
}

describe('the servers of a service', () => {
  it('are those of its SRV records, looked up once in half a minute', async () => {
    const record = { priority: 10, weight: 60, port: 5_070, name: 'edge.example.com' };
    const { resolver, questions } = await openNameServer({ servers: [record] });
    const dns = createSipDns({ resolver });
    for (let times = 0; times < 3; times++)
      expect(await dns.resolveServers('_sip._udp.example.com')).toMatchObject([record]);
    expect(questions()).toBe(1);
  });

  it.each([
    ['the name is unknown', { code: 3 }],
    ['it has no such records', {}],
    ['the name server knows no SRV records', { code: 4 }],
  ])('are empty if %s', async (_, answer) => {
    const { resolver } = await openNameServer(answer);
    expect(await createSipDns({ resolver }).resolveServers('_sip._udp.example.com')).toEqual([]);
  });

  it('are unknown if the name server fails, which is not remembered', async () => {
    const { resolver, questions } = await openNameServer({ code: 2 });
    const dns = createSipDns({ resolver });
    await expect(dns.resolveServers('_sip._udp.example.com')).rejects.toThrow('ESERVFAIL');
    await expect(dns.resolveServers('_sip._udp.example.com')).rejects.toThrow('ESERVFAIL');
    expect(questions()).toBeGreaterThan(1);
  });
});

describe('the addresses of a name', () => {
  it('are looked up once in half a minute', async () => {
    let lookUps = 0;
    const names = { resolve: (name: string) => Promise.resolve([`${name} ${++lookUps}`]) };
    const dns = createSipDns({ names });
    expect(await dns.resolveAddresses('a')).toEqual(['a 1']);
    expect(await dns.resolveAddresses('a')).toEqual(['a 1']);
    expect(await dns.resolveAddresses('b')).toEqual(['b 2']);
  });
});
