import { existsSync, readFileSync } from 'node:fs';
import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import type { AsteriskProgram } from '../../../tools/dev-stack/obtain/asterisk';
import { carrierNumbers, findAsteriskCarrier, startAsteriskCarrier } from '../../support/peers/asterisk-carrier';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import { openRtpPhone } from '../../support/peers/rtp-phone';
import { answers, hangsUp } from '../../support/peers/sip-scenarios';
import { fieldOf, requestsIn } from '../../support/peers/sipp-log';
import { startSipp } from '../../support/peers/sipp';
import { audioAt } from '../../support/peers/sipp-scenario';
import { fullInterop } from '../../support/sizes';
import { openLine, placeCall } from './line';

const host = '::1';
/** A busy machine may cost some of it: that any of it arrives shows where it is sent to. */
const talkMs = 900;
const itInFullSize = fullInterop ? it : it.skip;

/** Whether this machine has the address. */
function hasIPv6(): boolean {
  const table = '/proc/net/if_inet6';
  return existsSync(table) && /^0{31}1 /m.test(readFileSync(table, 'utf8'));
}

describe('a call over IPv6', () => {
  let sipp: InstalledProgram | undefined;
  let asterisk: AsteriskProgram | undefined;
  beforeAll(async () => {
    if (!hasIPv6()) {
      console.warn('SKIPPED: nothing is tried over IPv6: this machine has no address ::1.');
      return;
    }
    sipp = await findPeer('sipp');
    if (fullInterop) asterisk = await findAsteriskCarrier();
  }, peersWithinMs);

  it.each(['udp', 'tcp'] as const)('to SIPp over %s goes on until we hang up, with its audio', async (transport) => {
    if (sipp === undefined) return;
    const phone = await openRtpPhone({ host });
    const peer = await startSipp(sipp, { name: 'ipv6', steps: answers(audioAt(phone.port)), host, transport });
    const line = await openLine({ port: peer.port, host, transport });
    try {
      const { end } = await placeCall(line, { hangUp: 'answered', hangUpAfterMs: talkMs, speakMs: talkMs });
      expect(await peer.finished()).toEqual({ code: 0, errors: '' });
      expect(end).toMatchObject({ reason: 'assistant_hung_up', by: 'us' });
      const [invite] = requestsIn(peer.messages(), 'INVITE');
      expect(invite?.start).toBe(`INVITE sip:+358401234567@[::1]:${peer.port}${parameters(transport)} SIP/2.0`);
      expect(fieldOf(invite!, 'Via')).toMatch(/^SIP\/2\.0\/(UDP|TCP) \[::1\]:\d+;/);
      expect(fieldOf(invite!, 'Contact')).toMatch(/^<sip:outdial@\[::1\]:\d+(;transport=tcp)?>$/);
      expect(fieldOf(invite!, 'From')).toMatch(/^<sip:\+358409876543@\[::1\]>;tag=/);
      expect(invite?.text).toMatch(/^o=- \d+ \d+ IN IP6 ::1\r$/m);
      expect(invite?.text).toMatch(/^c=IN IP6 ::1\r$/m);
      const heard = phone.heardFrom(Number(/^m=audio (\d+) /m.exec(invite!.text)?.[1]));
      expect(heard.loudMs).toBeGreaterThan(talkMs / 4);
    } finally {
      await line.close();
      await peer.end();
      await phone.close();
    }
  });

  it('is hung up by SIPp, which finds us by our contact', async () => {
    if (sipp === undefined) return;
    const peer = await startSipp(sipp, { name: 'ipv6 hangs up', steps: hangsUp(100), host });
    const line = await openLine({ port: peer.port, host });
    try {
      const { end } = await placeCall(line);
      expect(await peer.finished()).toEqual({ code: 0, errors: '' });
      expect(end).toMatchObject({ reason: 'contact_hung_up', by: 'contact' });
    } finally {
      await line.close();
      await peer.end();
    }
  });

  itInFullSize(
    'to Asterisk goes over TLS and SRTP, and its certificate is checked',
    async () => {
      if (asterisk === undefined) return;
      const carrier = await startAsteriskCarrier(asterisk, { host });
      const secure = { port: carrier.tlsPort, host, transport: 'tls', trunk: { SRTP: 'required' } } as const;
      const line = await openLine({ ...secure, tls: { ca: carrier.ca } });
      const distrusting = await openLine(secure);
      try {
        const call = { to: carrierNumbers.plays, hangUp: 'answered', hangUpAfterMs: talkMs } as const;
        const { end, heardMs } = await placeCall(line, call);
        expect(end).toMatchObject({ reason: 'assistant_hung_up', by: 'us' });
        expect(heardMs).toBeGreaterThan(talkMs / 4);
        expect(await placeCall(distrusting, call)).toMatchObject({ refused: {}, types: [] });
      } finally {
        await line.close();
        await distrusting.close();
        await carrier.end();
      }
    },
    60_000,
  );
});

const parameters = (transport: 'udp' | 'tcp'): string => `${transport === 'tcp' ? ';transport=tcp' : ''};user=phone`;
