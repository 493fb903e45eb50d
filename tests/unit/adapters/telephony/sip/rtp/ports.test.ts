import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createPortPool } from '../../../../../../shared/adapters/telephony/sip/rtp/ports';
import { NoFreePortError } from '../../../../../../shared/adapters/telephony/sip/rtp/types';
import { testPort } from '../../../../../support/ports';

const host = '127.0.0.1';
const evenPort = async (): Promise<number> => {
  const port = await testPort();
  return port % 2 === 0 ? port : port + 1;
};

describe('the ports for media', () => {
  it('are an even one for RTP and the next for RTCP', async () => {
    const first = await evenPort();
    const pair = await createPortPool(host, [first - 1, first + 2]).open();
    expect([pair.port, pair.rtp.address().port, pair.rtcp.address().port]).toEqual([first, first, first + 1]);
    await pair.close();
  });

  it('are refused when all are taken, and free again after the call', async () => {
    const first = await evenPort();
    const pool = createPortPool(host, [first, first + 3]);
    const pairs = await Promise.all([pool.open(), pool.open()]);
    expect(pairs.map(({ port }) => port)).toEqual([first, first + 2]);
    await expect(pool.open()).rejects.toThrow(NoFreePortError);
    await pairs[1].close();
    const again = await pool.open();
    expect(again.port).toBe(first + 2);
    // Closed again, it frees no port of the next call.
    await pairs[1].close();
    await expect(pool.open()).rejects.toThrow('No port is free');
    await Promise.all([pairs[0].close(), again.close()]);
  });

  it('rest for as long as possible before they serve another call', async () => {
    const first = await evenPort();
    const pool = createPortPool(host, [first, first + 7]);
    const used: number[] = [];
    for (let n = 0; n < 5; n++) {
      const pair = await pool.open();
      used.push(pair.port - first);
      await pair.close();
    }
    expect(used).toEqual([0, 2, 4, 6, 0]);
  });

  it.each([0, 1])('leave out those of other programs', async (offset) => {
    const first = await evenPort();
    const other = createSocket('udp4');
    other.bind(first + offset, host);
    await once(other, 'listening');
    const pool = createPortPool(host, [first, first + 3]);
    const pair = await pool.open();
    expect(pair.port).toBe(first + 2);
    await expect(pool.open()).rejects.toThrow(NoFreePortError);
    await pair.close();
    other.close();
  });

  it('come from the system if the range says so', async () => {
    const pool = createPortPool(host, [0, 0]);
    const pairs = await Promise.all(Array.from({ length: 20 }, () => pool.open()));
    expect(pairs.every(({ port, rtcp }) => port % 2 === 0 && rtcp.address().port === port + 1)).toBe(true);
    expect(new Set(pairs.map(({ port }) => port)).size).toBe(20);
    await Promise.all(pairs.map((pair) => pair.close()));
  });

  it.each([
    [10_001, 10_002],
    [10_002, 10_002],
    [10_004, 10_000],
    [65_535, 65_536],
    [1.5, 10],
  ])('cannot be %d to %d', (first, last) => {
    expect(() => createPortPool(host, [first, last])).toThrow(RangeError);
  });

  it('fail with the error of the system if the address is not of this machine', async () => {
    await expect(createPortPool('192.0.2.1', [0, 0]).open()).rejects.toThrow('EADDRNOTAVAIL');
  });
});
