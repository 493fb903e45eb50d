import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import { openRtpPhone } from '../../support/peers/rtp-phone';
import { answers } from '../../support/peers/sip-scenarios';
import { fieldOf, requestsIn } from '../../support/peers/sipp-log';
import { startSipp } from '../../support/peers/sipp';
import { audioAt } from '../../support/peers/sipp-scenario';
import { fullInterop } from '../../support/sizes';
import { openLine, placeCall } from './line';

const callsAtOnce = fullInterop ? 50 : 10;
const talkMs = fullInterop ? 8_000 : 1_500;

describe('many calls at once to SIPp', () => {
  let sipp: InstalledProgram | undefined;
  beforeAll(async () => {
    sipp = await findPeer('sipp');
  }, peersWithinMs);

  // `bench/agents.ts --line sip` measures what of the audio is lost or late.
  it('all end as they should, each with its audio at its own port', async () => {
    if (sipp === undefined) return;
    const phone = await openRtpPhone();
    const peer = await startSipp(sipp, {
      name: 'many',
      steps: answers(audioAt(phone.port)),
      calls: callsAtOnce,
      withinSeconds: 60,
    });
    const line = await openLine({ port: peer.port });
    const options = { hangUp: 'answered', speakMs: talkMs } as const;
    const results = await Promise.all(Array.from({ length: callsAtOnce }, () => placeCall(line, options)));
    const { code, errors } = await peer.finished();
    const invites = requestsIn(peer.messages(), 'INVITE');
    const ports = invites.map(({ text }) => Number(/^m=audio (\d+) /m.exec(text)?.[1]));
    const heard = ports.map((port) => phone.heardFrom(port));
    await Promise.all([line.close(), phone.close()]);
    await peer.end();
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(results.map(({ end }) => end?.reason)).toEqual(results.map(() => 'assistant_hung_up'));
    expect(new Set(invites.map((invite) => fieldOf(invite, 'Call-ID'))).size).toBe(callsAtOnce);
    expect(new Set(ports).size).toBe(callsAtOnce);
    for (const { loudMs } of heard) expect(loudMs).toBeGreaterThan(0);
  }, 60_000);
});
