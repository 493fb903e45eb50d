import { until } from '../../../../../support/until';
import { createFakeClock } from '../../fake-clock';
import { closeAll, describeAt, levelOf, openRelay, openSession, pcmWith, settle } from './media';

afterEach(closeAll);

const suites = [undefined, 'AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;

describe('two sessions', () => {
  it.each(suites)('hear each other sample by sample, and each other’s keys (%s)', async (suite) => {
    const clock = createFakeClock();
    const [one, other] = [await openSession({ clock }, suite), await openSession({ clock }, suite)];
    const heard = { one: [] as number[], other: [] as number[] };
    const keys: string[] = [];
    one.onFrame((samples) => heard.one.push(samples[80]!));
    other.onFrame((samples) => heard.other.push(samples[80]!));
    other.onDtmf((digit) => keys.push(digit));
    one.start(describeAt(other.localPort, other.localSrtp && { srtp: other.localSrtp }));
    other.start(describeAt(one.localPort, one.localSrtp && { srtp: one.localSrtp }));
    let pressed: Promise<void> | undefined;
    for (let n = 0; n < 100; n++) {
      if (n === 70) pressed = one.sendDtmf('8', 100);
      one.write(pcmWith(n), n * 20);
      other.write(pcmWith(n + 7), n * 20);
      await settle(clock);
      await clock.advance(20);
    }
    await pressed;
    const expected = Array.from({ length: 60 }, (_, n) => levelOf(n));
    expect(heard.other.slice(heard.other.indexOf(levelOf(0))).slice(0, 60)).toEqual(expected);
    expect(heard.one.slice(heard.one.indexOf(levelOf(7))).slice(0, 60)).toEqual(expected.map((_, n) => levelOf(n + 7)));
    expect(keys).toEqual(['8']);
    expect(one.stats()).toMatchObject({ sent: 100, received: 100, lost: 0, late: 0, dropped: 0 });
  });

  it.each(suites)('hear each other over a network that loses, doubles, reorders and delays (%s)', async (suite) => {
    const [one, other] = [await openSession({}, suite), await openSession({}, suite)];
    const relay = await openRelay({
      server: { port: other.localPort },
      faults: { loss: 0.05, duplication: 0.05, reordering: 0.05, delayMs: 5, jitterMs: 20 },
      seed: 7,
    });
    const keys: string[] = [];
    other.onDtmf((digit) => keys.push(digit));
    one.start(describeAt(relay.port, other.localSrtp && { srtp: other.localSrtp }));
    other.start(describeAt(relay.serverSidePort, one.localSrtp && { srtp: one.localSrtp }));
    let n = 0;
    const playout = setInterval(() => one.write(pcmWith(n), n++ * 20), 20);
    try {
      for (const digit of ['1', '1', '2'] as const) await one.sendDtmf(digit, 60);
      await until(
        () => other.stats().received,
        (count) => count > 60,
      );
    } finally {
      clearInterval(playout);
    }
    expect(keys).toEqual(['1', '1', '2']);
    const { received, duplicates, lost } = other.stats();
    const { counts } = relay;
    expect(received + duplicates).toBeLessThanOrEqual(counts.arrived - counts.lost + counts.duplicated);
    expect(lost).toBeLessThanOrEqual(counts.lost + counts.reordered);
  });

  it('report to each other what they miss and how far they are', async () => {
    const clock = createFakeClock();
    const [one, other] = [await openSession({ clock }), await openSession({ clock })];
    let n = 0;
    const isLost = ({ datagram }: { datagram: Buffer }): boolean => datagram[1] === 0 && n++ % 4 === 0;
    const relay = await openRelay({ server: { port: other.localPort }, inspect: (passage) => !isLost(passage) });
    one.start(describeAt(relay.port, { rtcpPort: other.localPort + 1 }));
    other.start(describeAt(relay.serverSidePort, { rtcpPort: one.localPort + 1 }));
    for (let at = 0; at < 20_000; at += 20) {
      one.write(pcmWith(at / 20), at);
      await settle(clock);
      await clock.advance(20);
    }
    const { lostByPeer, roundTripMs } = one.stats();
    expect(lostByPeer).toBeCloseTo(0.25, 1);
    expect(roundTripMs).toBeLessThan(40);
    expect(other.stats().jitterMs).toBeLessThan(20);
  });
});
