import { scaledMs } from '../../support/deadline';
import { type FaultyCalls, startFaultyCalls } from '../../support/twilio/faulty-calls';

let calls: FaultyCalls;
beforeAll(async () => {
  calls = await startFaultyCalls();
});
afterAll(() => calls.rig.close());
afterEach(() => expect(calls.findViolations()).toEqual([]));

describe('the callbacks of a call', () => {
  it.each(['twice', 'late', 'lost'] as const)('give its events once and in order when each is %s', async (how) => {
    const request = calls.requestTo('hangs_up', { callbacks: () => how });
    const { leg, types, events } = await calls.dial(request);
    expect(await leg.ended).toMatchObject({ reason: 'contact_hung_up', by: 'contact' });
    await Promise.all([calls.callOf(request)?.callbackAnswers()]);
    expect(types().filter((type) => type !== 'ringing')).toEqual(['answered', 'ended']);
    expect(types().filter((type) => type === 'ringing').length).toBeLessThanOrEqual(1);
    expect(events.map(({ atMs }) => atMs)).toEqual(events.map(({ atMs }) => atMs).sort((a, b) => a - b));
  });

  it('may come in any order', async () => {
    const late = ['initiated', 'ringing'];
    const { leg, types } = await calls.dial(
      calls.requestTo('busy', { callbacks: (event) => (late.includes(event) ? 'late' : 'sent') }),
    );
    expect(await leg.ended).toMatchObject({ reason: 'contact_busy', sip: { code: 486 } });
    expect(types()).toEqual(['ended']);
  });

  it('may be lost: the end of a call is asked for', async () => {
    const { leg } = await calls.dial(
      calls.requestTo('busy', { callbacks: (event) => (event === 'completed' ? 'lost' : 'sent') }),
    );
    expect(await leg.ended).toMatchObject({ reason: 'contact_busy', detail: 'busy' });
  });

  it('say why a call failed', async () => {
    const { leg } = await calls.dial(calls.requestTo('fails', {}, { sipCode: 404 }));
    expect(await leg.ended).toMatchObject({ reason: 'assistant_error', detail: 'no_route', sip: { code: 404 } });
  });
});

describe('an answered call', () => {
  it('whose audio is not connected ends with an error, and at Twilio too', async () => {
    const request = calls.requestTo('answers', { hasNoMedia: true });
    const hasty = await calls.rig.startWorker({ timings: { mediaMs: 300 } });
    const { leg, types } = await calls.dial(request, hasty);
    expect(await leg.ended).toMatchObject({ reason: 'assistant_error', detail: 'media_lost', by: 'line' });
    expect(types()).toEqual(['ringing', 'answered', 'ended']);
    expect(await calls.untilOver(request)).toBe('completed');
  });

  it('whose line falls silent ends with an error, and at Twilio too', async () => {
    const request = calls.requestTo('answers', { fallsSilent: true });
    const hasty = await calls.rig.startWorker({ timings: { silenceMs: { first: 600, later: 300 } } });
    const { leg } = await calls.dial(request, hasty);
    expect(await leg.ended).toMatchObject({ detail: 'media_lost', by: 'line' });
    expect(await calls.untilOver(request)).toBe('completed');
  });

  it('ends at Twilio although the first requests for that fail', async () => {
    const request = calls.requestTo('answers', { endFails: 3 });
    const observed = await calls.dial(request);
    await calls.reach(observed, 'answered');
    await observed.leg.hangUp();
    expect(await calls.untilOver(request)).toBe('completed');
  });

  it('whose API process is lost ends with an error, and at Twilio too', async () => {
    const request = calls.requestTo('answers');
    const observed = await calls.dial(request);
    await calls.reach(observed, 'answered');
    calls.rig.breakApi();
    expect(await observed.leg.ended).toMatchObject({ detail: 'media_lost', by: 'line' });
    expect(await calls.untilOver(request)).toBe('completed');
  });

  it('says who answered, if Twilio is to detect that', async () => {
    const detecting = await calls.rig.startWorker({ asyncAmd: true });
    const observed = await calls.dial(calls.requestTo('answers', {}, { answeredBy: 'machine_end_beep' }), detecting);
    await calls.reach(observed, 'machine');
    const machine = observed.events.find(({ type }) => type === 'machine');
    expect(machine).toMatchObject({ verdict: 'machine', cause: 'machine_end_beep' });
    expect(machine).toHaveProperty('beepAtMs', expect.any(Number));
    expect(observed.leg.detectsMachines).toBe(true);
    await observed.leg.hangUp();
  });
});

describe('a call whose worker was lost', () => {
  it.each(['answers', 'no_answer'] as const)('is ended by another worker while its phone %s', async (does) => {
    const request = calls.requestTo(does);
    const observed = await calls.dial(request);
    await calls.reach(observed, does === 'answers' ? 'answered' : 'ringing');
    const found = await calls.other.lookup(request.attemptKey, observed.leg.line);
    expect(found).toMatchObject({ state: 'ended', end: { reason: 'assistant_error' } });
    expect(await calls.untilOver(request)).toBe(does === 'answers' ? 'completed' : 'canceled');
  });

  it('is ended by the id in its record if the log does not know it', async () => {
    const request = calls.requestTo('no_answer');
    const observed = await calls.dial(request);
    await calls.reach(observed, 'ringing');
    // The same call under a key that the log does not have.
    const found = await calls.other.lookup('call_restored', observed.leg.line);
    expect(found).toMatchObject({ state: 'ended', end: { reason: 'assistant_error' } });
    expect(await calls.untilOver(request)).toBe('canceled');
  });

  it('is found without its id, by the callback that an API process stored', async () => {
    const request = calls.requestTo('no_answer');
    const observed = await calls.dial(request);
    await calls.reach(observed, 'ringing');
    expect(await calls.other.lookup(request.attemptKey)).toMatchObject({ state: 'ended' });
    expect(await calls.untilOver(request)).toBe('canceled');
  });

  it('has the end that it had at Twilio', async () => {
    const request = calls.requestTo('busy', { callbacks: () => 'lost' });
    const slow = await calls.rig.startWorker({ timings: { pollMs: 60_000 } });
    const { leg } = await calls.dial(request, slow);
    await calls.untilOver(request);
    expect(await calls.other.lookup(request.attemptKey, leg.line)).toMatchObject({
      state: 'ended',
      end: { reason: 'contact_busy' },
    });
    await leg.hangUp();
  });
});

// After it the workers are gone.
it('calls whose worker is killed end at Twilio: at once while they talk, and when they are answered', async () => {
  // What is left of the workers in this process gives up then.
  const limits = { ringTimeoutMs: scaledMs(10_000), maxDurationMs: scaledMs(10_000) };
  const talking = { ...calls.requestTo('answers'), ...limits };
  const ringing = { ...calls.requestTo('answers', {}, { answersAfterMs: scaledMs(3_000) }), ...limits };
  const [first, second] = [await calls.dial(talking), await calls.dial(ringing)];
  await calls.reach(first, 'answered');
  await calls.reach(second, 'ringing');
  await calls.rig.killWorkers();
  expect(await calls.untilOver(talking)).toBe('completed');
  expect(calls.callOf(ringing)?.status).toBe('ringing');
  expect(await calls.untilOver(ringing)).toBe('completed');
  expect(calls.callOf(ringing)?.media?.heardMs ?? 0).toBe(0);
  await Promise.all([first.leg.ended, second.leg.ended]);
}, 60_000);

it('no number is logged', () => {
  expect(calls.rig.lines.length).toBeGreaterThan(0);
  expect(calls.rig.lines.filter((line) => /\+?3584\d+/.test(line))).toEqual([]);
});
