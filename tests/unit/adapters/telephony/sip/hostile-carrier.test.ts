import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createMemorySipCallLog } from '../../../../../shared/adapters/telephony/sip/call-log';
import { headerOf } from '../../../../../shared/adapters/telephony/sip/message/headers';
import type { SipProvider } from '../../../../../shared/adapters/telephony/sip/provider';
import { sdp, type UasCall } from '../../../../support/telephony/test-uas';
import { until } from '../../../../support/until';
import { number, useTrunk } from './call-env';
import { dialObserved, requestTo, trunkAt } from './sip-subject';

/** What a carrier that is hostile, or broken, can do to the process: its other calls must not notice. */
describe('a hostile carrier', () => {
  const { phone, uas, behave, open, callOf } = useTrunk();
  const answers = (call: UasCall): void => {
    call.reply(180);
    void phone.answer(call);
  };
  const rtpPortOf = (call: UasCall): number => Number(/m=audio (\d+)/.exec(call.invite.body.toString())?.[1]);

  async function answered(line: SipProvider, request = requestTo(number, { maxDurationMs: 30_000 })) {
    const dialed = await dialObserved(line, request);
    await until(dialed.types, (seen) => seen.includes('answered'));
    return { ...dialed, call: callOf(request.attemptKey) };
  }

  /** Waits until the phone of a call has got more audio. */
  const talks = async ({ callId }: UasCall): Promise<void> => {
    const before = phone.packets(callId);
    await until(
      () => phone.packets(callId),
      (packets) => packets >= before + 5,
    );
  };

  it('that sends 18x without end is stored a bounded number of times, and the call can still be answered', async () => {
    const log = createMemorySipCallLog();
    let writes = 0;
    const counting = {
      ...log,
      advance: (...step: Parameters<typeof log.advance>) => {
        writes++;
        return log.advance(...step);
      },
    };
    behave((call) => {
      for (let n = 0; n < 300; n++) call.reply(183, { tag: `early${n}`, body: sdp(4_000 + 2 * n) });
      answers(call);
    });
    const { leg } = await answered(await open([trunkAt(uas().port)], { log: counting }));
    expect(writes).toBeLessThanOrEqual(202);
    await leg.hangUp();
  });

  it('that answers a call a thousand times gets a BYE for a few of them, and the first answer is the call', async () => {
    behave((call) => {
      answers(call);
      for (let n = 0; n < 200; n++) call.reply(200, { tag: `fork${n}`, body: sdp(4_000) });
    });
    const { leg, call } = await answered(await open([trunkAt(uas().port)]));
    await leg.hangUp();
    expect(call.methods.filter((method) => method === 'BYE').length).toBeLessThanOrEqual(17);
  });

  it('that floods one call with re-INVITEs and UPDATEs does not keep a BYE from another one', async () => {
    behave(answers);
    const line = await open([trunkAt(uas().port)]);
    const [victim, flooded] = [await answered(line), await answered(line)];
    const statuses = new Map<number, number>();
    for (let n = 0; n < 600; n++) {
      const headers = [{ name: 'Contact', value: `<sip:phone@127.0.0.1:${10_000 + n}>` }];
      const body = n % 2 === 0 ? sdp(4_000, 'sendrecv', n + 2) : undefined;
      void flooded.call
        .request(n % 2 === 0 ? 'INVITE' : 'UPDATE', { headers, ...(body && { body }) })
        .then(({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1));
      // So that no datagram is lost between two sockets of one process.
      if (n % 100 === 99)
        await until(
          () => [...statuses.values()].reduce((sum, count) => sum + count, 0),
          (responses) => responses > n,
        );
    }
    expect((await victim.call.request('BYE')).status).toBe(200);
    expect(await victim.leg.ended).toMatchObject({ reason: 'contact_hung_up' });
    expect(statuses.get(503)).toBeGreaterThan(0);
    void flooded.leg.hangUp();
  });

  it.each(['224.0.0.1', '255.255.255.255', '169.254.169.254', '0.1.2.3', '240.0.0.1'])(
    'whose answer sends the audio to %s gets none: the call is ended',
    async (address) => {
      behave((call) => {
        call.reply(180);
        const body = sdp(4_000).toString().replace('c=IN IP4 127.0.0.1', `c=IN IP4 ${address}`);
        call.reply(200, { body: Buffer.from(body) });
      });
      const line = await open([trunkAt(uas().port)]);
      const { leg } = await dialObserved(line, requestTo(number));
      expect(await leg.ended).toMatchObject({ detail: 'codec_refused', by: 'line' });
    },
  );

  it('whose re-INVITE sends the audio there gets 488, and the call goes on', async () => {
    behave(answers);
    const { leg, call } = await answered(await open([trunkAt(uas().port)]));
    const body = Buffer.from(sdp(4_000).toString().replace('c=IN IP4 127.0.0.1', 'c=IN IP4 239.1.1.1'));
    expect((await call.request('INVITE', { body })).status).toBe(488);
    await talks(call);
    await leg.hangUp();
  });

  it('that floods the port for audio with noise, from elsewhere, disturbs no call', async () => {
    behave(answers);
    const line = await open([trunkAt(uas().port)]);
    const { leg, call, types } = await answered(line);
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    for (let n = 0; n < 20_000; n++) {
      const packet = randomBytes(n % 400);
      // Some look like RTP with our payload type, some like RTCP, most like nothing.
      if (n % 3 === 0 && packet.length > 1) packet.writeUInt16BE(0x8000, 0);
      if (n % 3 === 1 && packet.length > 1) packet.writeUInt16BE(0x80c8, 0);
      socket.send(packet, rtpPortOf(call) + (n % 2), '127.0.0.1');
      if (n % 200 === 199) await new Promise(setImmediate);
    }
    await talks(call);
    expect(types()).toEqual(['ringing', 'answered']);
    socket.close();
    await leg.hangUp();
  });

  it('that answers without a description, or with headers of 60 kB, costs one call and no other', async () => {
    behave(answers);
    const line = await open([trunkAt(uas().port)], { limits: { closeMs: 100 } });
    const other = await answered(line);
    const routes = Array.from({ length: 1_000 }, (_, n) => ({
      name: 'Record-Route',
      value: `<sip:127.0.0.1:${10_000 + n};lr;x=${'y'.repeat(20)}>`,
    }));
    for (const options of [{}, { headers: routes, body: sdp(4_000) }]) {
      behave((call) => {
        call.reply(180);
        call.reply(200, options);
      });
      const { leg } = await dialObserved(line, requestTo(number, { maxDurationMs: 500 }));
      expect((await leg.ended).reason).not.toBe('contact_hung_up');
    }
    await talks(other.call);
    await other.leg.hangUp();
  });

  it('is not believed when a BYE does not name both tags, wherever it comes from', async () => {
    behave(answers);
    const { leg, call, types } = await answered(await open([trunkAt(uas().port)]));
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const got: string[] = [];
    socket.on('message', (datagram) => got.push(datagram.toString().split('\r\n')[0] ?? ''));
    const port = Number(/:(\d+)>/.exec(headerOf(call.invite, 'Contact') ?? '')?.[1]);
    const to = headerOf(call.invite, 'From') ?? '';
    const bye = [
      `BYE sip:outdial@127.0.0.1:${port} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${socket.address().port};branch=z9hG4bK-forged`,
      'Max-Forwards: 70',
      `From: ${headerOf(call.invite, 'To') ?? ''};tag=guessed`,
      `To: ${to}`,
      `Call-ID: ${call.callId}`,
      'CSeq: 2147483647 BYE',
      'Content-Length: 0',
      '',
      '',
    ];
    socket.send(bye.join('\r\n'), port, '127.0.0.1');
    expect(await until(() => got[0], Boolean)).toContain('481');
    await talks(call);
    expect(types()).not.toContain('ended');
    socket.close();
    await leg.hangUp();
  });
});
