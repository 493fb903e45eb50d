import { headerOf } from '../../../../../shared/adapters/telephony/sip/message/headers';
import { createRealClock } from '../../../../../shared/adapters/telephony/simulated/clock';
import { until } from '../../../../support/until';
import { sdp } from '../../../../support/telephony/test-uas';
import { count, number, useCalls } from './call-env';
import { requestTo, testKeys } from './sip-subject';

describe('a call over SIP', () => {
  const { dial, answers, phone, uas } = useCalls();

  describe('that is ended while it rings', () => {
    it('is canceled, only after the trunk has answered at all', async () => {
      const { leg, call } = await dial((one) => void setTimeout(() => one.reply(180), 100));
      expect(count(call, 'CANCEL')).toBe(0);
      await leg.hangUp({ reason: 'stopped' });
      expect(await leg.ended).toMatchObject({ reason: 'assistant_hung_up', detail: 'stopped', by: 'us' });
      expect(count(call, 'CANCEL')).toBe(1);
    });

    it('is acknowledged and hung up if the contact answers at that moment', async () => {
      const { leg, call, types } = await dial((one) => {
        one.onRequest = (request, respond) => {
          respond(200);
          if (request.method === 'CANCEL') one.reply(200, { body: sdp(4_000) });
        };
        one.reply(180);
      });
      await leg.hangUp();
      await until(
        () => call.methods,
        (methods) => methods.includes('BYE'),
      );
      expect(call.methods).toEqual(['INVITE', 'CANCEL', 'ACK', 'BYE']);
      expect(types()).not.toContain('answered');
    });

    it('at its ring limit, was not answered', async () => {
      const { leg, call } = await dial((one) => one.reply(180), { request: { ringTimeoutMs: 150 } });
      expect(await leg.ended).toMatchObject({ reason: 'contact_did_not_answer', detail: 'no_answer', by: 'us' });
      expect(count(call, 'CANCEL')).toBe(1);
    });
  });

  describe('that is answered', () => {
    it('is acknowledged again for each repeated 2xx, and answered once', async () => {
      const { leg, call, types, reach } = await dial(answers);
      await reach('answered');
      const answer = sdp(4_000);
      call.reply(200, { body: answer });
      // The same ACK: its branch is the same, so it is counted as one.
      await until(
        () =>
          uas().received.filter(
            ({ method, headers }) => method === 'ACK' && headerOf({ headers }, 'Call-ID') === call.callId,
          ).length,
        (sent) => sent >= 2,
      );
      expect(types().filter((type) => type === 'answered')).toHaveLength(1);
      await leg.hangUp();
      expect(count(call, 'BYE')).toBe(1);
    });

    it('is hung up again if the trunk was unavailable for that', async () => {
      const { leg, call, reach } = await dial(answers);
      await reach('answered');
      const statuses = [503, 200];
      call.onRequest = (_request, respond) => respond(statuses.shift() ?? 481);
      await leg.hangUp();
      expect(await leg.ended).toMatchObject({ reason: 'assistant_hung_up', by: 'us' });
      await until(
        () => count(call, 'BYE'),
        (byes) => byes === 2,
      );
      expect(statuses).toEqual([]);
    });

    it('by two forks keeps the first, and hangs up the other', async () => {
      const { leg, call, reach } = await dial((one) => {
        one.reply(180);
        void phone.answer(one).then(() => one.reply(200, { body: sdp(4_002), tag: 'fork' }));
      });
      await reach('answered');
      const byes = (): (string | undefined)[] =>
        call.requests.filter(({ method }) => method === 'BYE').map((bye) => headerOf(bye, 'To'));
      await until(byes, (seen) => seen.length === 1);
      expect(byes()[0]).toContain('tag=fork');
      const tags = call.requests.filter(({ method }) => method === 'ACK').map((ack) => headerOf(ack, 'To'));
      expect(tags).toHaveLength(2);
      await leg.hangUp();
      expect(byes()[1]).not.toContain('tag=fork');
    });

    it('without a description confirms the one of its early media', async () => {
      const { leg, types, reach } = await dial((one) => {
        one.reply(183, { body: sdp(4_004) });
        setTimeout(() => one.reply(200), 30);
      });
      await reach('answered');
      expect(types()).toEqual(['ringing', 'early_media', 'answered']);
      await leg.hangUp();
    });

    it.each([
      ['with no description at all', undefined],
      ['with a codec that was not offered', Buffer.from(sdp(4_006).toString().replace('AVP 0 101', 'AVP 18'))],
    ])('%s is acknowledged and hung up', async (_, body) => {
      const { leg, call } = await dial((one) => one.reply(200, body === undefined ? {} : { body }));
      expect(await leg.ended).toMatchObject({ reason: 'assistant_error', detail: 'codec_refused' });
      expect(call.methods).toEqual(['INVITE', 'ACK', 'BYE']);
    });

    it('acknowledges progress that the trunk repeats until then, once, and numbers its later requests after that', async () => {
      const progress = (sequence: number) => ({
        body: sdp(4_030),
        headers: [
          { name: 'Require', value: '100rel' },
          { name: 'RSeq', value: String(sequence) },
        ],
      });
      const { leg, call, types, reach } = await dial((one) => {
        one.reply(183, progress(7));
        one.reply(183, progress(7));
        one.reply(180, progress(8));
        one.onRequest = (request, respond) => {
          respond(200);
          if (headerOf(request, 'RAck') === '8 1 INVITE') one.reply(200);
        };
      });
      await reach('answered');
      await leg.hangUp();
      const sent = call.requests.filter(({ method }) => method !== 'ACK');
      expect(sent.map((request) => headerOf(request, 'CSeq'))).toEqual(['2 PRACK', '3 PRACK', '4 BYE']);
      expect(sent.map((request) => headerOf(request, 'RAck'))).toEqual(['7 1 INVITE', '8 1 INVITE', undefined]);
      expect(types().slice(0, 3)).toEqual(['ringing', 'early_media', 'answered']);
    });

    it('follows the routes and the contact of the answer', async () => {
      const proxy = `<sip:127.0.0.1:${uas().port};lr>`;
      const { leg, call, reach } = await dial((one) => {
        one.reply(180);
        one.reply(200, { body: sdp(4_008), headers: [{ name: 'Record-Route', value: `<sip:10.9.9.9;lr>, ${proxy}` }] });
      });
      await reach('answered');
      await leg.hangUp();
      for (const request of call.requests) {
        expect(request.uri).toBe(`sip:phone@127.0.0.1:${uas().port}`);
        expect(request.headers.filter(({ name }) => name === 'Route').map(({ value }) => value)).toEqual([
          proxy,
          '<sip:10.9.9.9;lr>',
        ]);
      }
    });

    it('is over when the contact hangs up, with the cause that the line names', async () => {
      for (const [cause, end] of [
        ['16', { reason: 'contact_hung_up', by: 'contact', q850: 16 }],
        ['38', { reason: 'contact_hung_up', by: 'line', detail: 'line_failed', q850: 38 }],
      ] as const) {
        const { leg, call, reach } = await dial(answers);
        await reach('answered');
        const response = await call.request('BYE', { headers: [{ name: 'Reason', value: `Q.850;cause=${cause}` }] });
        expect(response.status).toBe(200);
        expect(await leg.ended).toMatchObject(end);
        expect(count(call, 'BYE')).toBe(0);
      }
    });

    it('is hung up when the audio of the contact has stopped', async () => {
      const real = createRealClock();
      let skippedMs = 0;
      const clock = { ...real, nowMs: () => real.nowMs() + skippedMs };
      const { leg, call, reach } = await dial(answers, { clock, request: { maxDurationMs: 120_000 } });
      await reach('answered');
      phone.fallSilent(call.callId);
      skippedMs = 31_000;
      expect(await leg.ended).toMatchObject({ reason: 'assistant_error', detail: 'media_lost', by: 'line' });
      expect(call.isOpen).toBe(false);
    });

    it('is hung up when the process stops, and the trunk has confirmed it by then', async () => {
      const { leg, call, line, reach } = await dial(answers);
      await reach('answered');
      await line.close();
      expect(call).toMatchObject({ isOpen: false, isPending: false });
      expect((await leg.ended).by).toBe('us');
      await expect(line.dial(requestTo(number))).rejects.toMatchObject({ name: 'CallRefusedError' });
    });
  });

  it('of no process, whose answer comes late, is acknowledged and hung up; that of a stranger is not', async () => {
    const { leg, call, reach, line } = await dial((one) => one.reply(180));
    expect(line.health()).toEqual({});
    await reach('ringing');
    await leg.hangUp();
    expect(testKeys.isOurs(call.callId, 'other')).toBe(false);
    call.reply(200, { body: sdp(4_020), tag: 'late' });
    await until(
      () => call.methods,
      (methods) => methods.includes('BYE'),
    );
    expect(call.requests.find(({ method }) => method === 'BYE')!.headers).toContainEqual(
      expect.objectContaining({ name: 'To', value: expect.stringContaining('tag=late') as string }),
    );
  });
});
