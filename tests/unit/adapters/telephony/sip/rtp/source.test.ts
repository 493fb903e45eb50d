import * as fc from 'fast-check';
import { createSourcePolicy, type ArrivedPacket } from '../../../../../../shared/adapters/telephony/sip/rtp/source';

const described = { address: '192.0.2.1', port: 4_000 };
const otherPort = { address: '192.0.2.1', port: 61_000 };
const stranger = { address: '198.51.100.7', port: 4_000 };

/** A source that sends a packet every 20 ms, in sequence. */
function sourceAt(address: { address: string; port: number }, ssrc: number, sequence = 0xfffe) {
  return { next: (): ArrivedPacket => ({ ...address, ssrc, sequence: sequence++ & 0xffff }) };
}
function createPolicy() {
  const policy = createSourcePolicy();
  policy.signal(described, 0);
  /** @returns how many of `count` packets are accepted */
  const send = (source: { next: () => ArrivedPacket }, count: number, fromMs = 0): number =>
    Array.from({ length: count }, (_, n) => policy.accepts(source.next(), false, fromMs + n * 20)).filter(Boolean)
      .length;
  return { policy, send };
}

describe('the source of the audio', () => {
  it('is believed at once if it is the described one, and gets our packets before it sends', () => {
    const { policy, send } = createPolicy();
    expect([policy.destination, policy.isLatched]).toEqual([described, false]);
    expect(send(sourceAt(described, 1), 5)).toBe(5);
    expect(policy.isLatched).toBe(true);
  });

  it('is unknown before a description', () => {
    const policy = createSourcePolicy();
    expect(policy.accepts(sourceAt(described, 1).next(), false, 0)).toBe(false);
    expect(policy.destination).toBeUndefined();
  });

  it('may be another port of the described host, behind a NAT, after three packets in sequence', () => {
    const { policy, send } = createPolicy();
    expect(send(sourceAt(otherPort, 1), 10)).toBe(8);
    expect(policy.destination).toMatchObject(otherPort);
  });

  it('may be another host after ten packets in sequence, for ten seconds after a description', () => {
    const { policy, send } = createPolicy();
    expect(send(sourceAt(stranger, 1), 20, 10_001)).toBe(0);
    policy.signal(described, 30_000);
    expect(send(sourceAt(stranger, 1), 20, 30_000)).toBe(11);
    expect(policy.destination).toMatchObject(stranger);
  });

  it('is no other host whose packets are not in sequence', () => {
    const { policy } = createPolicy();
    const accepted = Array.from({ length: 200 }, (_, n) =>
      policy.accepts({ ...stranger, ssrc: 1, sequence: n * 2 }, false, n),
    );
    expect(accepted).not.toContain(true);
  });

  it('is the described one again when that sends, and stays it', () => {
    const { policy, send } = createPolicy();
    send(sourceAt(stranger, 1), 20);
    expect(policy.destination).toMatchObject(stranger);
    expect(send(sourceAt(described, 2), 3, 1_000)).toBe(3);
    expect(policy.destination).toMatchObject(described);
    expect(send(sourceAt(stranger, 1), 500, 2_000)).toBe(0);
  });

  it('is never taken over by strangers, whatever they send, once the described one has sent', () => {
    const attack = fc.record({
      address: fc.constantFrom('192.0.2.1', '198.51.100.7', '203.0.113.9'),
      port: fc.constantFrom(4_000, 4_001, 61_000),
      ssrc: fc.constantFrom(1, 2, 3),
      sequence: fc.nat(4),
      run: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(attack, { maxLength: 20 }), (attacks) => {
        const { policy } = createPolicy();
        const genuine = sourceAt(described, 1);
        let nowMs = 0;
        expect(policy.accepts(genuine.next(), false, nowMs)).toBe(true);
        for (const { run, ...packet } of attacks) {
          for (let n = 0; n < run; n++) {
            nowMs += 1;
            const isElsewhere = packet.address !== described.address || packet.port !== described.port;
            const sent = { ...packet, sequence: packet.sequence + n };
            if (isElsewhere) expect(policy.accepts(sent, false, nowMs)).toBe(false);
          }
          expect(policy.accepts(genuine.next(), false, nowMs)).toBe(true);
          expect(policy.destination).toMatchObject(described);
        }
      }),
    );
  });

  it('keeps its stream: another SSRC from the same source is dropped while the first one sends', () => {
    const { policy } = createPolicy();
    const [one, other] = [sourceAt(described, 1), sourceAt(described, 2)];
    for (let n = 0; n < 100; n++) {
      expect(policy.accepts(one.next(), false, n * 20)).toBe(true);
      expect(policy.accepts(other.next(), false, n * 20 + 10)).toBe(false);
    }
  });

  it('may begin another stream when the first one is silent, or has ended', () => {
    const { policy, send } = createPolicy();
    expect(send(sourceAt(described, 1), 5, 0)).toBe(5);
    expect(send(sourceAt(described, 2), 5, 100)).toBe(3);
    policy.streamEnded(1);
    expect(send(sourceAt(described, 3), 2, 200)).toBe(0);
    policy.streamEnded(2);
    expect(send(sourceAt(described, 4), 3, 200)).toBe(3);
  });

  it('is any that the key proves', () => {
    const { policy } = createPolicy();
    expect(policy.accepts(sourceAt(described, 1).next(), true, 0)).toBe(true);
    expect(policy.accepts(sourceAt(stranger, 1).next(), true, 20)).toBe(true);
    expect(policy.destination).toMatchObject(stranger);
  });

  it('is a new one after another description, and the same after the same', () => {
    const { policy, send } = createPolicy();
    send(sourceAt(otherPort, 1), 5);
    policy.signal(described, 100);
    expect(policy.destination).toMatchObject(otherPort);
    policy.signal({ ...described, port: 5_000 }, 200);
    expect(policy.destination).toEqual({ ...described, port: 5_000 });
    expect(policy.isLatched).toBe(false);
  });

  it('is recognized in every spelling of an IPv6 address', () => {
    const policy = createSourcePolicy();
    policy.signal({ address: '2001:DB8:0:0::1', port: 4_000 }, 0);
    expect(policy.accepts({ address: '2001:db8::1', port: 4_000, ssrc: 1, sequence: 1 }, false, 0)).toBe(true);
  });
});
