import { scaledMs } from '../../support/deadline';
import { isLoud, listenTo, placeInSource, refusal } from '../../support/listen';
import { startLiveEnv, type OwnLiveEnv } from '../../support/live-env';
import { until } from '../../support/until';

jest.setTimeout(120_000);
let testEnv: OwnLiveEnv;
beforeAll(async () => {
  testEnv = await startLiveEnv({ apis: 2, workers: 2 });
});
afterAll(() => testEnv.end());

const active = (call: { State: string }): boolean => call.State === 'active';
/** Long enough to join in the middle. */
const talk = { Scenario: 'conversation_complete', TalkSeconds: scaledMs(6_000) / 1_000 };

describe('listening to a live call', () => {
  it('gives the contact and the assistant bit by bit, by either API process, whichever worker carries the call', async () => {
    const jobId = await testEnv.post(talk);
    const { ID: callId } = await testEnv.call(jobId, active);
    const heard = await Promise.all(
      testEnv.apis.flatMap((api) =>
        (['bot', 'user'] as const).map(async (channel) => ({
          channel,
          ears: await listenTo(testEnv.listenUrl(api, { jobId, callId, channel }), testEnv.key),
        })),
      ),
    );
    for (const { ears } of heard) expect(await ears.closed).toEqual({ code: 1000, reason: 'The call has ended.' });
    const call = await testEnv.call(jobId, ({ State }) => State === 'ended');
    for (const { channel, ears } of heard) {
      expect(new Set(ears.frames.map((frame) => frame.length))).toEqual(new Set([channel === 'bot' ? 960 : 640]));
      expect(ears.frames.some(isLoud)).toBe(true);
      expect(ears.frames.length).toBeGreaterThan(150);
      expect(placeInSource(ears.frames, call, channel)).toBeDefined();
    }
  });

  it('lets who joins late hear the call from then on', async () => {
    const jobId = await testEnv.post(talk);
    const { ID: callId } = await testEnv.call(jobId, active);
    const [api] = testEnv.apis;
    if (api === undefined) throw new Error('There is no API.');
    const first = await listenTo(testEnv.listenUrl(api, { jobId, callId, channel: 'bot' }), testEnv.key);
    await until(
      () => first.frames.length,
      (count) => count >= 60,
    );
    const late = await listenTo(`${testEnv.listenUrl(api, { jobId, callId, channel: 'bot' })}?apiKey=${testEnv.key}`);
    await Promise.all([first.closed, late.closed]);
    const call = await testEnv.call(jobId, ({ State }) => State === 'ended');
    const [early, later] = [first, late].map(({ frames }) => placeInSource(frames, call, 'bot'));
    expect((later ?? 0) - (early ?? 0)).toBeGreaterThanOrEqual(1_100);
  });

  it('refuses with problem details before the upgrade, and keeps the key out of every log', async () => {
    const jobId = await testEnv.post({ Scenario: 'contact_hung_up', TalkSeconds: 1 });
    const call = await testEnv.call(jobId, ({ State }) => State === 'ended');
    const [api] = testEnv.apis;
    if (api === undefined) throw new Error('There is no API.');
    const url = testEnv.listenUrl(api, { jobId, callId: call.ID, channel: 'user' });
    expect(await refusal(`${url}?apiKey=${testEnv.key}`)).toMatchObject({
      status: 409,
      body: { code: 'call_not_active' },
    });
    expect(await refusal(url)).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer', 'content-type': 'application/problem+json; charset=utf-8' },
      body: { code: 'unauthenticated' },
    });
    const unknown = testEnv.listenUrl(api, { jobId, callId: 'call_none', channel: 'user' });
    expect(await refusal(unknown, testEnv.key)).toMatchObject({ status: 404, body: { code: 'call_not_found' } });
    expect(testEnv.logs()).not.toContain(testEnv.key);
  });
});

describe('stopping a call', () => {
  // `npm run bench -- control` measures how soon.
  it('hangs up, and is harmless when it is asked twice', async () => {
    const jobId = await testEnv.post({ Scenario: 'conversation_complete', TalkSeconds: 3_600 });
    const { ID: callId } = await testEnv.call(jobId, active);
    const [, api] = testEnv.apis;
    if (api === undefined) throw new Error('There is no second API.');
    const ears = await listenTo(testEnv.listenUrl(api, { jobId, callId, channel: 'bot' }), testEnv.key);
    const path = `/campaigns/${testEnv.campaignId}/jobs/${jobId}/calls/${callId}/stop`;
    const answers = await Promise.all([
      testEnv.request('POST', path, { Reason: 'Enough.' }),
      testEnv.request('POST', path, {}),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([202]));
    expect((await ears.closed).code).toBe(1000);
    const call = await testEnv.call(jobId, ({ State }) => State === 'ended');
    expect(call.EndedReason).toBe('assistant_hung_up');
    expect((await testEnv.request('POST', path, {})).status).toBe(409);
  });

  it('hangs up while the phone rings, when the job is canceled', async () => {
    const jobId = await testEnv.post({ Scenario: 'conversation_complete', RingSeconds: 120 }, { MaxRingSeconds: 120 });
    // The line has an id for the call once the phone rings. A cancellation before that keeps it from ringing.
    await testEnv.call(jobId, ({ State, Line }) => State === 'creating' && Line?.ProviderCallID !== undefined);
    const path = `/campaigns/${testEnv.campaignId}/jobs/${jobId}/cancel`;
    expect((await testEnv.request('POST', path)).status).toBe(202);
    const call = await testEnv.call(jobId, ({ State }) => State === 'ended');
    expect(call.EndedReason).toBe('assistant_hung_up');
  });
});
