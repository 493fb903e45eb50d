import type { LegEvent } from '../../../shared/adapters/telephony/telephony';
import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import { answers, ringsOn } from '../../support/peers/sip-scenarios';
import { startSipp } from '../../support/peers/sipp';
import { until } from '../../support/until';
import { openLine, requestTo } from './line';

describe('a worker that is stopped', () => {
  let sipp: InstalledProgram | undefined;
  beforeAll(async () => {
    sipp = await findPeer('sipp');
  }, peersWithinMs);

  it.each([
    ['rings', ringsOn, 'ringing'],
    ['was answered', answers(), 'answered'],
  ] as const)('ends a call that %s, and takes no other', async (_, steps, at) => {
    if (sipp === undefined) return;
    const peer = await startSipp(sipp, { name: at, steps });
    const line = await openLine({ port: peer.port });
    try {
      const types: LegEvent['type'][] = [];
      const leg = await line.provider.dial(requestTo('+358401234567'));
      leg.onEvent(({ type }) => types.push(type));
      await until(
        () => types,
        (seen) => seen.includes(at),
      );
      const closed = line.close();
      await expect(line.provider.dial(requestTo('+358401234568'))).rejects.toMatchObject({ name: 'CallRefusedError' });
      await closed;
      expect(await peer.finished()).toEqual({ code: 0, errors: '' });
      expect(await leg.ended).toMatchObject({ by: 'us' });
      expect(await line.log.find(leg.attemptKey)).toMatchObject({ outcome: { by: 'us' } });
    } finally {
      await peer.end();
    }
  });
});
