import { headerOf } from '../../../../../shared/adapters/telephony/sip/message/headers';
import { until } from '../../../../support/until';
import { number, useCalls } from './call-env';
import { callIdOf, requestTo } from './sip-subject';

describe('a call over SIP', () => {
  const { dial, answers, uas } = useCalls();

  describe('that is refused', () => {
    it('for its rate costs no attempt: the trunk says when it may be dialed again', async () => {
      const refused = dial((one) => one.reply(503, { headers: [{ name: 'Retry-After', value: '7' }] }));
      await expect(refused).rejects.toMatchObject({ name: 'CallRefusedError', retryAfterMs: 7_000 });
    });

    it('beyond the calls that a trunk takes is not sent', async () => {
      const { leg, line } = await dial((one) => one.reply(180), { trunk: { MaxCalls: 1 } });
      const second = requestTo(number);
      await expect(line.dial(second)).rejects.toMatchObject({ retryAfterMs: expect.any(Number) as number });
      expect(uas().calls.has(callIdOf(second.attemptKey))).toBe(false);
      await leg.hangUp();
    });

    it.each([
      [486, [], { reason: 'contact_busy', detail: 'busy', by: 'contact' }],
      [480, ['Q.850;cause=20'], { reason: 'contact_did_not_answer', detail: 'unreachable', q850: 20 }],
      [404, ['Q.850;cause=1'], { reason: 'contact_did_not_answer', detail: 'invalid_number', permanent: true }],
      [607, [], { detail: 'unwanted', by: 'contact' }],
    ])('with %i %p by what the answer says of the number', async (status, reasons, end) => {
      const headers = reasons.map((value) => ({ name: 'Reason', value }));
      const { leg, types } = await dial((one) => one.reply(status, { headers, phrase: 'Call +358 40 1234567 back' }));
      const ended = await leg.ended;
      expect(ended).toMatchObject({ ...end, sip: { code: status } });
      expect(ended.sip?.phrase).not.toContain('1234567');
      expect(types()).toEqual(['ended']);
    });

    it('with 422 is sent again once, with the interval that the trunk wants', async () => {
      const { leg, call } = await dial((one) => {
        if (one.invites === 1) one.reply(422, { headers: [{ name: 'Min-SE', value: '3600' }] });
        else one.reply(180);
      });
      expect(call.invites).toBe(2);
      expect(headerOf(call.invite, 'Session-Expires')).toBe('3600');
      await leg.hangUp();
    });

    it('with 401 is sent again with credentials, once', async () => {
      const challenge = {
        name: 'WWW-Authenticate',
        value: 'Digest realm="carrier", nonce="n1", algorithm=SHA-256, qop="auth"',
      };
      const trunk = { Username: 'user', Password: 'secret' };
      const { leg, call, reach } = await dial(
        (one) => (one.invites === 1 ? one.reply(401, { headers: [challenge] }) : answers(one)),
        { trunk },
      );
      await reach('answered');
      const credentials = headerOf(call.invite, 'Authorization');
      expect(credentials).toContain('username="user"');
      expect(credentials).not.toContain('secret');
      const ack = await until(
        () => call.requests.find((request) => request.method === 'ACK' && headerOf(request, 'CSeq') === '2 ACK')!,
        Boolean,
      );
      expect(headerOf(ack, 'Authorization')).toBe(credentials);
      await leg.hangUp();
      await expect(dial((one) => one.reply(401, { headers: [challenge] }), { trunk })).rejects.toMatchObject({
        end: { detail: 'not_permitted', sip: { code: 401 } },
      });
    });
  });
});
