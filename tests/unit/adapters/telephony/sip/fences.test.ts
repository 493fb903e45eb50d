import { createMemorySipCallLog } from '../../../../../shared/adapters/telephony/sip/call-log';
import { startTestUas } from '../../../../support/telephony/test-uas';
import { callIdOf, createTestLine, requestTo, trunkAt } from './sip-subject';

it('an attempt that was looked up, and not sent, is not dialed afterwards: its worker may only have stalled', async () => {
  const uas = await startTestUas((call) => call.reply(180));
  const log = createMemorySipCallLog();
  const [slow, other] = [
    await createTestLine([trunkAt(uas.port)], { log }),
    await createTestLine([trunkAt(uas.port)], { log }),
  ];
  const request = requestTo('+358401234567');
  expect(await other.lookup(request.attemptKey)).toEqual({ state: 'never_sent' });
  const leg = await slow.dial(request).catch(() => undefined);
  const invites = uas.calls.get(callIdOf(request.attemptKey))?.invites ?? 0;
  await leg?.hangUp();
  await slow.close();
  await other.close();
  await uas.close();
  expect(invites).toBe(0);
});

it('a trunk that asks for ten minutes of rest gets no INVITE in the next second', async () => {
  const uas = await startTestUas((call) => call.reply(503, { headers: [{ name: 'Retry-After', value: '600' }] }));
  const ok = await startTestUas((call) => call.reply(180));
  const line = await createTestLine([trunkAt(uas.port, { Name: 'first' }), trunkAt(ok.port, { MaxCalls: 1 })], {});
  const busy = await line.dial(requestTo('+358401234567'));
  for (let i = 0; i < 3; i++)
    await expect(line.dial(requestTo(`+35840123450${i}`))).rejects.toMatchObject({ name: 'CallRefusedError' });
  const invites = [...uas.calls.values()].length;
  await busy.hangUp();
  await line.close();
  await uas.close();
  await ok.close();
  expect(invites).toBe(1);
});
