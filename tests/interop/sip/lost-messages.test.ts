import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { scaledMs } from '../../support/deadline';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import { answersOverNetwork } from '../../support/peers/sip-scenarios';
import { fieldOf, requestsIn } from '../../support/peers/sipp-log';
import { startSipp } from '../../support/peers/sipp';
import { testPort } from '../../support/ports';
import { startUdpRelay } from '../../support/telephony/udp-relay';
import { until } from '../../support/until';
import { openLine, placeCall } from './line';

const calls = 8;
const faults = { loss: 0.2, duplication: 0.1, reordering: 0.1, jitterMs: 30 };

describe('calls to SIPp over a network that loses, doubles and reorders their messages', () => {
  let sipp: InstalledProgram | undefined;
  beforeAll(async () => {
    sipp = await findPeer('sipp');
  }, peersWithinMs);

  it('ring once each, are answered, and are hung up', async () => {
    if (sipp === undefined) return;
    const port = await testPort();
    const network = await startUdpRelay({ server: { port }, faults, seed: 4 });
    const steps = answersOverNetwork(network.port);
    const peer = await startSipp(sipp, { name: 'lost messages', steps, calls: calls + 1, withinSeconds: 60, port });
    const line = await openLine({ port: network.port, t1Ms: scaledMs(100), limits: { closeMs: 1_500 } });
    try {
      const results = await Promise.all(
        Array.from({ length: calls }, () => placeCall(line, { hangUp: 'answered', hangUpAfterMs: 300 })),
      );
      expect(results.map(({ end }) => end?.reason)).toEqual(results.map(() => 'assistant_hung_up'));
      const byes = await until(
        () => requestsIn(peer.messages(), 'BYE'),
        ({ length }) => length >= calls,
      );
      const invites = requestsIn(peer.messages(), 'INVITE');
      expect(invites).toHaveLength(calls);
      expect(byes.map((bye) => fieldOf(bye, 'Call-ID')).sort()).toEqual(
        invites.map((invite) => fieldOf(invite, 'Call-ID')).sort(),
      );
      // About a fifth of the messages, some of which are repeats that the faults themselves cause.
      expect(network.counts.lost).toBeGreaterThanOrEqual(calls / 2);
    } finally {
      await line.close();
      await peer.end();
      await network.close();
    }
  });
});
