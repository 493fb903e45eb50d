import { headerOf } from '../../../../../shared/adapters/telephony/sip/message/headers';
import type { SipRequest } from '../../../../../shared/adapters/telephony/sip/message/types';
import { until } from '../../../../support/until';
import { sdp } from '../../../../support/telephony/test-uas';
import { useCalls } from './call-env';

/** The version of a description: the third field of `o=`. */
const versionOf = (description: Buffer): number => Number(/^o=\S+ \S+ (\d+)/m.exec(description.toString())?.[1]);

describe('a call over SIP', () => {
  const { dial, answers, phone } = useCalls();

  describe('that the other side changes', () => {
    it('is held and taken up again by re-INVITE, and no audio is sent in between', async () => {
      const { leg, call, reach } = await dial(answers);
      await reach('answered');
      const held = await call.request('INVITE', { body: sdp(4_010, 'sendonly', 2) });
      expect(held.status).toBe(200);
      expect(held.body.toString()).toContain('a=recvonly');
      expect(versionOf(held.body)).toBe(versionOf(call.invite.body) + 1);
      let frames = 0;
      leg.onAudio(() => frames++);
      const before = phone.packets(call.callId);
      await until(
        () => frames,
        (seen) => seen >= 20,
      );
      // One was on its way.
      expect(phone.packets(call.callId) - before).toBeLessThanOrEqual(1);
      const resumed = await call.request('INVITE', { body: sdp(4_010, 'sendrecv', 3) });
      expect(resumed.body.toString()).toContain('a=sendrecv');
      expect(resumed.body.toString()).toContain('m=audio');
      await leg.hangUp();
    });

    it('keeps its audio if an offer leads to none: 488', async () => {
      const { leg, call, reach, types } = await dial(answers);
      await reach('answered');
      const body = Buffer.from(sdp(4_012).toString().replace('AVP 0 101', 'AVP 18'));
      expect((await call.request('INVITE', { body })).status).toBe(488);
      expect(types()).not.toContain('ended');
      await leg.hangUp();
    });

    it('raises the version of its description only with a description that was sent and differs', async () => {
      const { leg, call, reach } = await dial(answers);
      await reach('answered');
      const first = versionOf(call.invite.body);
      const ask = async (body: Buffer): Promise<number | undefined> => {
        const { status, body: answer } = await call.request('INVITE', { body });
        return status === 200 ? versionOf(answer) : undefined;
      };
      const held = sdp(4_010, 'sendonly', 2);
      expect([await ask(held), await ask(held)]).toEqual([first + 1, first + 1]);
      // Refused after its answer was written, which only one side would encrypt.
      const key = 'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd';
      const encrypted = sdp(4_010, 'inactive', 3).toString().replace('RTP/AVP', 'RTP/SAVP');
      expect(await ask(Buffer.from(`${encrypted}${key}\r\n`))).toBeUndefined();
      expect([await ask(held), await ask(sdp(4_010, 'sendrecv', 4))]).toEqual([first + 1, first + 2]);
      await leg.hangUp();
    });

    it('gets our offer if a re-INVITE has none', async () => {
      const { leg, call, reach } = await dial(answers);
      await reach('answered');
      const offered = await call.request('INVITE');
      expect(offered.status).toBe(200);
      // Nothing has changed since our first offer.
      expect(offered.body.equals(call.invite.body)).toBe(true);
      call.acknowledge(1, sdp(4_014));
      await leg.hangUp();
    });

    it('is confirmed by UPDATE, with the timer that it names', async () => {
      const { leg, call, reach } = await dial(answers);
      await reach('answered');
      const headers = [
        { name: 'Session-Expires', value: '90;refresher=uac' },
        { name: 'Supported', value: 'timer' },
      ];
      const response = await call.request('UPDATE', { headers });
      expect(response.status).toBe(200);
      expect(headerOf(response, 'Session-Expires')).toBe('90;refresher=uac');
      await leg.hangUp();
    });

    it('reports keys that come by INFO', async () => {
      const { leg, call, events, reach } = await dial(answers);
      await reach('answered');
      await call.request('INFO', {
        headers: [{ name: 'Content-Type', value: 'application/dtmf-relay' }],
        body: Buffer.from('Signal=7\r\nDuration=160\r\n'),
      });
      expect(events).toContainEqual(expect.objectContaining({ type: 'dtmf', digit: '7' }));
      await leg.hangUp();
    });

    it('does not end by a request with other tags: 481', async () => {
      const { leg, call, reach, types } = await dial(answers);
      await reach('answered');
      const { invite: genuine } = call;
      const forged: SipRequest = {
        ...genuine,
        headers: genuine.headers.map((header) =>
          header.name === 'From' ? { ...header, value: header.value.replace(/tag=.*/, 'tag=forged') } : header,
        ),
      };
      Object.assign(call, { invite: forged });
      expect((await call.request('BYE')).status).toBe(481);
      Object.assign(call, { invite: genuine, isOpen: true });
      expect(types()).not.toContain('ended');
      await leg.hangUp();
    });
  });
});
