import { createMemorySipCallLog, type SipCallLog } from '../../../../../shared/adapters/telephony/sip/call-log';
import type { SipProvider } from '../../../../../shared/adapters/telephony/sip/provider';
import { until } from '../../../../support/until';
import { startTestUas } from '../../../../support/telephony/test-uas';
import { useTrunk } from './call-env';
import { dialObserved, requestTo, trunkAt } from './sip-subject';

const number = '+358401234567';
const never = new Promise<never>(() => undefined);

describe('a phone rings at most once for one attempt', () => {
  const { phone, uas, behave, open, callOf } = useTrunk();
  beforeEach(() => behave((call) => call.reply(180)));
  const line = (log?: SipCallLog, limits = {}): Promise<SipProvider> =>
    open([trunkAt(uas().port)], { ...(log && { log }), limits });

  it('and not at all if the log cannot be written before it', async () => {
    const log = { ...createMemorySipCallLog(), begin: () => Promise.reject(new Error('The store is down.')) };
    const request = requestTo(number);
    await expect((await line(log)).dial(request)).rejects.toMatchObject({ name: 'CallRefusedError' });
    expect(callOf(request.attemptKey)).toBeUndefined();
  });

  it('also if two processes dial it at the same time', async () => {
    const log = createMemorySipCallLog();
    const request = requestTo(number);
    const dials = await Promise.allSettled([(await line(log)).dial(request), (await line(log)).dial(request)]);
    expect(dials.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(callOf(request.attemptKey).invites).toBe(1);
  });

  it('also if the second INVITE, with credentials, cannot be stored: it is not sent', async () => {
    behave((call) =>
      call.reply(401, { headers: [{ name: 'WWW-Authenticate', value: 'Digest realm="r", nonce="n"' }] }),
    );
    const log = { ...createMemorySipCallLog(), advance: () => Promise.reject(new Error('The store is down.')) };
    const withPassword = await open([trunkAt(uas().port, { Username: 'u', Password: 'p' })], { log });
    const request = requestTo(number);
    await expect(withPassword.dial(request)).rejects.toMatchObject({ name: 'CallRefusedError' });
    expect(callOf(request.attemptKey).invites).toBe(1);
  });

  it.each([
    ['given up', 20_000],
    ['left at the ring limit', 300],
  ])('and a silent trunk, which may ring, is %s: the next trunk is not tried', async (_, ringTimeoutMs) => {
    const silent = await startTestUas(() => undefined);
    const trunks = [trunkAt(silent.port, { Name: 'silent' }), trunkAt(uas().port)];
    const created = await open(trunks, { limits: { settleMs: 200 } });
    const { leg } = await dialObserved(created, requestTo(number, { ringTimeoutMs }));
    expect(await leg.ended).toMatchObject({ reason: 'assistant_error', detail: 'line_failed', by: 'line' });
    expect(callOf(leg.attemptKey)).toBeUndefined();
    const [call] = silent.calls.values();
    expect(call?.invites).toBe(1);
    await until(
      () => call?.methods,
      (methods) => methods?.includes('CANCEL') === true,
    );
    await silent.close();
  });

  it.each([
    ['a trunk that refuses connections', 'refused'],
    ['a final answer before it rang', 503],
    ['a final answer with credentials', 403],
  ] as const)('and the next trunk is tried after %s', async (_, first) => {
    const refusing = await startTestUas((call) => call.reply(Number(first)));
    const at = first === 'refused' ? { Transport: 'tcp' } : {};
    const trunks = [trunkAt(refusing.port, { Name: 'first', ...at }), trunkAt(uas().port)];
    const created = await open(trunks);
    const { leg, types } = await dialObserved(created, requestTo(number));
    expect(leg.line).toMatchObject({ Provider: 'sip', Trunk: 'main' });
    await until(types, (seen) => seen.includes('ringing'));
    expect(callOf(leg.attemptKey).invites).toBe(1);
    await leg.hangUp();
    await refusing.close();
  });

  it('and the next trunk is not tried after a refusal that followed ringing', async () => {
    const ringing = await startTestUas((call) => {
      call.reply(180);
      call.reply(503);
    });
    const created = await open([trunkAt(ringing.port, { Name: 'first' }), trunkAt(uas().port)]);
    const { leg } = await dialObserved(created, requestTo(number));
    expect(await leg.ended).toMatchObject({ reason: 'assistant_error', sip: { code: 503 } });
    expect(callOf(leg.attemptKey)).toBeUndefined();
    await ringing.close();
  });

  describe('after its process was lost', () => {
    /** Dials in a process that never writes again once `lose` was called. */
    const dialAndLose = async (answer: boolean) => {
      const log = createMemorySipCallLog();
      let isLost = false;
      const write =
        <Args extends unknown[], T>(step: (...args: Args) => Promise<T>) =>
        (...args: Args): Promise<T> =>
          isLost ? never : step(...args);
      const lossy = {
        ...log,
        advance: write((...step: Parameters<SipCallLog['advance']>) => log.advance(...step)),
        end: write((...step: Parameters<SipCallLog['end']>) => log.end(...step)),
      };
      if (answer)
        behave((call) => {
          call.reply(180);
          void phone.answer(call);
        });
      const request = requestTo(number, { ringTimeoutMs: 60_000 });
      const { leg, types } = await dialObserved(await line(lossy), request);
      await until(types, (seen) => seen.includes(answer ? 'answered' : 'ringing'));
      isLost = true;
      return { log, leg, call: callOf(request.attemptKey) };
    };

    it('another one cancels it while it rings, and sends no INVITE', async () => {
      const { log, leg, call } = await dialAndLose(false);
      const found = await (await line(log)).lookup(leg.attemptKey);
      expect(found).toMatchObject({ state: 'ended', end: { reason: 'assistant_error' } });
      expect(call.methods).toEqual(expect.arrayContaining(['INVITE', 'CANCEL']));
      expect(call.invites).toBe(1);
    });

    it('another one hangs up while it talks, and sends no INVITE', async () => {
      const { log, leg, call } = await dialAndLose(true);
      expect(call.isOpen).toBe(true);
      const found = await (await line(log)).lookup(leg.attemptKey);
      expect(found).toMatchObject({ state: 'ended', answeredAtMs: expect.any(Number) as number });
      expect(call).toMatchObject({ isOpen: false, invites: 1 });
    });

    it('another one hangs up also if the answer was not stored: the ringing has named its dialog', async () => {
      const log = createMemorySipCallLog();
      const held = {
        ...log,
        advance: (...args: Parameters<SipCallLog['advance']>) => (args[1].answeredAtMs ? never : log.advance(...args)),
      };
      behave((call) => {
        call.reply(180);
        setTimeout(() => void phone.answer(call), 50);
      });
      const request = requestTo(number);
      const { leg } = await dialObserved(await line(held, { storeMs: 3_000 }), request);
      const call = callOf(request.attemptKey);
      await until(() => call.isOpen, Boolean);
      expect(await (await line(log)).lookup(leg.attemptKey)).toMatchObject({ state: 'ended' });
      expect(call).toMatchObject({ isOpen: false, invites: 1 });
    });

    it('the trunk that cannot be reached is asked again and again, until it has confirmed that the call is over', async () => {
      const { log, leg, call } = await dialAndLose(true);
      const other = await open([trunkAt(uas().port)], { log, limits: { closeMs: 50 } });
      call.isDeaf = true;
      for (let lookups = 0; lookups < 3; lookups++)
        await expect(other.lookup(leg.attemptKey)).rejects.toThrow('not confirmed');
      expect((await log.find(leg.attemptKey))?.signaling).toBeDefined();
      call.isDeaf = false;
      const found = await until(
        () => other.lookup(leg.attemptKey).catch(() => undefined),
        (answer) => answer !== undefined,
      );
      expect(found).toMatchObject({ state: 'ended', answeredAtMs: expect.any(Number) as number });
      expect(call.invites).toBe(1);
    });

    it.each([401, 503])('the trunk that answers %i has not ended it', async (status) => {
      const { log, leg, call } = await dialAndLose(true);
      call.onRequest = (_request, respond) => respond(status);
      const other = await line(log);
      await expect(other.lookup(leg.attemptKey)).rejects.toThrow('not confirmed');
      call.onRequest = (_request, respond) => respond(481);
      const found = await until(
        () => other.lookup(leg.attemptKey).catch(() => undefined),
        (answer) => answer !== undefined,
      );
      expect(found).toMatchObject({ state: 'ended' });
    });

    it('it is unknown once its limits are over and no trunk has confirmed its end, and stays so', async () => {
      const { log, leg, call } = await dialAndLose(false);
      call.isDeaf = true;
      const { signaling } = (await log.find(leg.attemptKey))!;
      const { SessionTimer } = trunkAt(1);
      expect(signaling?.overMs).toBeGreaterThan(Date.now() + SessionTimer * 1_000);
      await log.advance(leg.attemptKey, { ...signaling!, overMs: Date.now() });
      const other = await open([trunkAt(uas().port)], { log, limits: { closeMs: 50 } });
      for (let lookups = 0; lookups < 2; lookups++)
        expect(await other.lookup(leg.attemptKey)).toEqual({ state: 'unknown' });
      expect(await log.find(leg.attemptKey)).toMatchObject({ outcome: { detail: 'unconfirmed' } });
      expect(call.invites).toBe(1);
    });
  });
});
