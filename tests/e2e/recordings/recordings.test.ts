import { listenTo, placeInSource } from '../../support/listen';
import { joinLiveEnv, type LiveEnv, type ShownCall } from '../../support/live-env';
import { decodeMp3, likeness, samplesOf } from '../../support/mp3';
import { until } from '../../support/until';

jest.setTimeout(180_000);
let testEnv: LiveEnv;
beforeAll(async () => {
  testEnv = await joinLiveEnv();
});

const active = (call: ShownCall): boolean => call.State === 'active';
const recorded = (call: ShownCall): boolean => call.Recordings !== undefined;
const lengthOf = (call: ShownCall): number =>
  Date.parse(call.DisconnectedAt ?? '') - Date.parse(call.ConnectedAt ?? '');
/** The listed address, on a server of the test. */
const here = (url: string, api = 1): string => url.replace('https://calls.example.com', testEnv.apis[api]?.url ?? '');
const bearer = (): Record<string, string> => ({ authorization: `Bearer ${testEnv.key}` });
const withKey = (): RequestInit => ({ headers: bearer() });

describe('a call that is heard, stopped and listened to again', () => {
  it('gives the same audio live and as three files that are as long as the call', async () => {
    const jobId = await testEnv.post({ Scenario: 'conversation_complete', TalkSeconds: 40 });
    const { ID: callId } = await testEnv.call(jobId, active);
    const [first, second] = testEnv.apis;
    if (first === undefined || second === undefined) throw new Error('There are no two APIs.');
    const bot = await listenTo(testEnv.listenUrl(first, { jobId, callId, channel: 'bot' }), testEnv.key);
    const user = await listenTo(testEnv.listenUrl(second, { jobId, callId, channel: 'user' }), testEnv.key);
    await until(
      () => Math.min(bot.frames.length, user.frames.length),
      (count) => count >= 400,
      20_000,
    );
    const path = `/campaigns/${testEnv.campaignId}/jobs/${jobId}/calls/${callId}/stop`;
    expect((await testEnv.request('POST', path, { Reason: 'Heard enough.' })).status).toBe(202);
    expect([await bot.closed, await user.closed].map(({ code }) => code)).toEqual([1000, 1000]);
    const call = await testEnv.call(jobId, recorded, 30_000);

    const files = ['input.mp3', 'output.mp3', 'merged.mp3'];
    const base = `https://calls.example.com/campaigns/${testEnv.campaignId}/jobs/${jobId}/calls/${callId}/recordings`;
    expect(call.Recordings).toEqual(files.map((file) => `${base}/${file}`));
    const [input, output, merged] = await Promise.all(
      (call.Recordings ?? []).map(async (url) => {
        const response = await fetch(here(url), withKey());
        expect(response.status).toBe(200);
        return decodeMp3(new Uint8Array(await response.arrayBuffer()));
      }),
    );
    for (const file of [input, output, merged])
      expect(Math.abs((file?.lengthMs ?? 0) - lengthOf(call))).toBeLessThan(100);
    expect(merged?.channels.length).toBe(2);
    // What was heard live stands in the files where its time says.
    for (const [ears, channel, side, rate] of [
      [user, 'user', input?.channels[0], 16],
      [bot, 'bot', output?.channels[0], 24],
      [bot, 'bot', merged?.channels[1], 24],
    ] as const) {
      const atMs = placeInSource(ears.frames, call, channel);
      expect(atMs).toBeDefined();
      const heard = samplesOf(Buffer.concat(ears.frames));
      expect(likeness((side ?? new Float32Array(0)).subarray((atMs ?? 0) * rate), heard)).toBeGreaterThan(0.9);
    }
  });

  it('are served by range and validator, to a bearer token or a key in the query, and to no other request', async () => {
    const jobId = await testEnv.post({ Scenario: 'contact_hung_up', TalkSeconds: 2 });
    const call = await testEnv.call(jobId, recorded, 30_000);
    const url = here(call.Recordings?.[2] ?? '');
    const whole = await fetch(`${url}?apiKey=${testEnv.key}`);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get('etag') ?? '';
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    const part = await fetch(url, { headers: { ...bearer(), range: 'bytes=100-299' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 300));
    const beyond = await fetch(url, { headers: { ...bearer(), range: `bytes=${bytes.length}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    const known = await fetch(url, { headers: { ...bearer(), 'if-none-match': etag } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const head = await fetch(url, { method: 'HEAD', ...withKey() });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ]);
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(`${url}?apiKey=${'x'.repeat(30)}`)).status).toBe(401);
    expect(testEnv.logs()).not.toContain(testEnv.key);
  });

  it('leaves nothing with DisableRecording, though the call can be heard', async () => {
    const jobId = await testEnv.post({ Scenario: 'contact_hung_up', TalkSeconds: 3 }, { DisableRecording: true });
    const { ID: callId } = await testEnv.call(jobId, active);
    const [api] = testEnv.apis;
    if (api === undefined) throw new Error('There is no API.');
    const ears = await listenTo(testEnv.listenUrl(api, { jobId, callId, channel: 'bot' }), testEnv.key);
    await ears.closed;
    expect(ears.frames.length).toBeGreaterThan(50);
    // A job that recorded at the same time shows that there was time enough.
    const other = await testEnv.post({ Scenario: 'contact_hung_up', TalkSeconds: 1 });
    await testEnv.call(other, recorded, 30_000);
    const call = await testEnv.call(jobId, ({ State }) => State === 'ended');
    expect(call.Recordings).toBeUndefined();
    const url = `${api.url}/campaigns/${testEnv.campaignId}/jobs/${jobId}/calls/${callId}/recordings/input.mp3`;
    expect((await fetch(url, withKey())).status).toBe(404);
  });

  it('are gone when the job is deleted', async () => {
    const jobId = await testEnv.post({ Scenario: 'contact_hung_up', TalkSeconds: 1 });
    const call = await testEnv.call(jobId, recorded, 30_000);
    expect((await testEnv.request('DELETE', `/campaigns/${testEnv.campaignId}/jobs/${jobId}`)).status).toBe(202);
    await until(
      () => testEnv.job(jobId),
      ({ Data }) => Data.State === 'deleted',
      20_000,
    );
    for (const url of call.Recordings ?? []) expect((await fetch(here(url), withKey())).status).toBe(404);
    expect((await testEnv.job(jobId)).Data.Calls?.[0]?.Recordings).toBeUndefined();
    expect(await testEnv.storedFiles(jobId)).toBe(0);
  });
});
