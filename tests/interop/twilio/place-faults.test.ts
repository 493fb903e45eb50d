import { CallRefusedError, type TelephonyProvider } from '../../../shared/adapters/telephony/telephony';
import type { EndedDetail } from '../../../shared/domain/call/line';
import { failureOf } from '../../../shared/domain/call/technical-failure';
import { type FaultyCalls, startFaultyCalls } from '../../support/twilio/faulty-calls';

let calls: FaultyCalls;
/** Gives up soon. */
let hasty: TelephonyProvider;
/** Would wait for the end of this test. */
let patient: TelephonyProvider;
beforeAll(async () => {
  calls = await startFaultyCalls();
  hasty = await calls.rig.startWorker({ timings: { unknownMs: 500, queueMs: 500 } });
  patient = await calls.rig.startWorker({ timings: { queueMs: 3_600_000 } });
});
afterAll(() => calls.rig.close());
afterEach(() => expect(calls.findViolations()).toEqual([]));

describe('a request to place a call', () => {
  it.each(['answer_lost', 'late_answer', 'created_500'] as const)(
    'that created the call without saying so (%s) is sent once, and the call goes on by its callback',
    async (create) => {
      // Only the callback can reveal the call: its list may be read before the callback comes.
      const request = calls.requestTo('hangs_up', { create, isUnlisted: true });
      const observed = await calls.dial(request);
      expect((await observed.leg.ended).reason).toBe('contact_hung_up');
      expect(observed.types()).toEqual(['ringing', 'answered', 'ended']);
      expect(observed.leg.line.ProviderCallID).toBe(calls.callOf(request)?.sid);
      expect(calls.rig.twilio.requestsFor(request.attemptKey)).toBe(1);
    },
  );

  it('that created the call without saying so, nor by a callback, ends the call that is found in the list', async () => {
    const request = calls.requestTo('no_answer', { create: 'answer_lost', callbacks: () => 'lost' });
    await expect(calls.dial(request)).rejects.not.toBeInstanceOf(CallRefusedError);
    expect(await calls.untilOver(request)).toBe('canceled');
    expect(calls.rig.twilio.requestsFor(request.attemptKey)).toBe(1);
  });

  it('leaves the calls of other attempts between the same numbers alone', async () => {
    const first = calls.requestTo('answers');
    const talking = await calls.dial(first);
    await calls.reach(talking, 'answered');
    const second = { ...calls.requestTo('answers', { create: 'refused_500' }), to: first.to };
    calls.change(first.to, { create: 'refused_500' });
    await expect(calls.dial(second, hasty)).rejects.toThrow('did not answer');
    expect(calls.callOf(first)?.status).toBe('in-progress');
    await talking.leg.hangUp();
  });

  it('leaves calls of other applications between the same numbers alone', async () => {
    const request = calls.requestTo('no_answer');
    const { To, From } = { To: request.to, From: request.from };
    const limits = { Timeout: 60, TimeLimit: 60 };
    const Twiml = '<Response><Connect><Stream url="wss://other.example/media"/></Connect></Response>';
    const StatusCallback = `${calls.rig.publicUrl}/line/twilio/call_other/0123456789abcdefghijkl/status`;
    const other = await calls.rig.client.create({ To, From, Twiml, StatusCallback, ...limits });
    calls.change(request.to, { create: 'refused_500' });
    await expect(calls.dial(request, hasty)).rejects.toThrow('did not answer');
    expect(await hasty.lookup(request.attemptKey)).toEqual({ state: 'unknown' });
    expect((await calls.rig.client.get(other.sid))?.status).toBe('ringing');
    await calls.rig.client.end(other.sid, 'completed');
  });

  it('whose call turns up late ends that call before it is answered', async () => {
    const request = calls.requestTo('no_answer', {
      create: 'answer_lost',
      isUnlisted: true,
      queueMs: 3_000,
      callbacks: (event) => (event === 'initiated' ? 'sent' : 'lost'),
    });
    await expect(calls.dial(request, hasty)).rejects.not.toBeInstanceOf(CallRefusedError);
    expect(await calls.untilOver(request)).toBe('canceled');
    expect(await calls.provider.lookup(request.attemptKey)).not.toEqual({ state: 'active' });
  });

  it('that Twilio refuses for its rate is refused, may be repeated later, and rang nothing', async () => {
    const request = calls.requestTo('answers', { create: 'refused_429' });
    await expect(calls.dial(request)).rejects.toMatchObject({ name: 'CallRefusedError', retryAfterMs: 2_000 });
    expect(await calls.provider.lookup(request.attemptKey)).toEqual({ state: 'never_sent' });
    expect(calls.rig.twilio.callsOf(request.attemptKey)).toEqual([]);
  });

  it('that fails without an answer, and without a call, is of unknown outcome', async () => {
    const request = calls.requestTo('answers', { create: 'refused_500' });
    await expect(calls.dial(request, hasty)).rejects.toMatchObject({ name: 'Error' });
    expect(await hasty.lookup(request.attemptKey)).toEqual({ state: 'unknown' });
    expect(calls.rig.twilio.requestsFor(request.attemptKey)).toBe(1);
  });

  it('is not sent once another process has found that it was not: the first one was only slow', async () => {
    const request = calls.requestTo('answers');
    expect(await calls.other.lookup(request.attemptKey)).toEqual({ state: 'never_sent' });
    await expect(calls.dial(request)).rejects.toThrow('was dialed before');
    expect(await calls.other.lookup(request.attemptKey)).toEqual({ state: 'never_sent' });
    expect(calls.rig.twilio.requestsFor(request.attemptKey)).toBe(0);
  });

  it('that cannot be sent is refused', async () => {
    const offline = await calls.rig.startWorker({ baseUrl: 'http://127.0.0.1:1' });
    const request = calls.requestTo('answers');
    await expect(calls.dial(request, offline)).rejects.toBeInstanceOf(CallRefusedError);
    expect(await offline.lookup(request.attemptKey)).toEqual({ state: 'never_sent' });
  });

  it.each([
    [21214, 'unreachable'],
    [21215, 'blocked'],
    [21216, 'blocked'],
    [21219, 'blocked'],
  ])('that is refused for its number with %i does not blame the line', async (create, detail) => {
    const end = { reason: 'contact_did_not_answer', detail, providerCode: String(create) };
    await expect(calls.dial(calls.requestTo('answers', { create }))).rejects.toMatchObject({
      ...{ name: 'CallRefusedError', end },
    });
    expect(
      failureOf({ reason: 'contact_did_not_answer', detail: detail as EndedDetail, error: 'x' }, false),
    ).toBeUndefined();
  });

  it('to a number that does not exist ends the call for good', async () => {
    const { leg } = await calls.dial(calls.requestTo('answers', { create: 'invalid_number' }));
    expect(await leg.ended).toMatchObject({ detail: 'invalid_number', permanent: true, providerCode: '21211' });
  });
});

describe('a call in the queue of Twilio', () => {
  it('that stays there is canceled and refused: it would ring later than it may', async () => {
    const request = calls.requestTo('answers', { queueMs: 60_000 });
    await expect(calls.dial(request, hasty)).rejects.toMatchObject({ name: 'CallRefusedError', retryAfterMs: 7_000 });
    expect(calls.callOf(request)).toMatchObject({ status: 'canceled', rings: 0 });
    expect(await calls.other.lookup(request.attemptKey)).toEqual({ state: 'never_sent' });
  });

  it('that would stay too long, as Twilio says, is canceled at once', async () => {
    const request = calls.requestTo('answers', { queueMs: 7_200_000, saysQueueMs: 7_200_000 });
    await expect(calls.dial(request, patient)).rejects.toBeInstanceOf(CallRefusedError);
    expect(calls.callOf(request)?.rings).toBe(0);
  });

  it('that leaves it soon goes on, even if no callback says so', async () => {
    const observed = await calls.dial(calls.requestTo('hangs_up', { queueMs: 200, callbacks: () => 'lost' }));
    expect((await observed.leg.ended).reason).toBe('contact_hung_up');
  });

  it('whose cancellation fails is of unknown outcome, and is canceled in the end', async () => {
    const request = calls.requestTo('answers', { queueMs: 60_000, endFails: 2 });
    await expect(calls.dial(request, hasty)).rejects.not.toBeInstanceOf(CallRefusedError);
    expect(await calls.untilOver(request)).toBe('canceled');
    expect(calls.callOf(request)?.rings).toBe(0);
  });
});
