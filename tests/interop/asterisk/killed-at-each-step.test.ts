import { askAri, channelsOf } from '../../support/peers/asterisk';
import { until } from '../../support/until';
import { startFaultyProxy } from './faulty-proxy';
import { requestTo, startLine, type TestLine } from './line';
import { fullInterop } from '../../support/sizes';

const describeInFullSize = fullInterop ? describe : describe.skip;

const variable = /\/asterisk\/variable$/;
/** In the order in which they are sent, with how often the phone rings when the process is lost there. */
const steps: [step: string, pattern: RegExp, what: 'request' | 'answer', invites: number][] = [
  ['before the channel exists', /\/channels\/create$/, 'request', 0],
  ['once the channel exists', /\/channels\/create$/, 'answer', 0],
  ['while the record is read', new RegExp(`^GET .*${variable.source}`), 'answer', 0],
  ['once the bridge exists', /^POST .*\/bridges\/[^/]+$/, 'answer', 0],
  ['once the media channel exists', /\/externalMedia$/, 'answer', 0],
  ['once the audio is connected', /\/addChannel$/, 'answer', 0],
  ['before the record is written', new RegExp(`^POST .*${variable.source}`), 'request', 0],
  ['once the record is written', new RegExp(`^POST .*${variable.source}`), 'answer', 0],
  ['before it is dialed', /\/dial$/, 'request', 0],
  ['once it is dialed', /\/dial$/, 'answer', 1],
];

describeInFullSize('a worker that is killed while it places a call, on Asterisk', () => {
  let line: TestLine | undefined;
  beforeAll(async () => (line = await startLine()), 120_000);
  afterAll(() => line?.end());

  it.each(steps)('leaves no call and no channel, and no second ring: %s', async (_, pattern, what, invites) => {
    if (line === undefined) return;
    const { asterisk, phones, connect, provider, dialElsewhere } = line;
    const proxy = await startFaultyProxy(asterisk.url);
    proxy.hold(pattern, what);
    const request = requestTo(phones.number('no_answer'), { ringTimeoutMs: 20_000, maxDurationMs: 60_000 });
    const worker = await dialElsewhere(request, { url: proxy.url, until: () => proxy.held.length > 0 });
    if (invites === 1)
      await until(
        () => phones.calls(request.to).rings,
        (rings) => rings === 1,
      );
    await worker.kill();
    const found = await provider.lookup(request.attemptKey);
    expect(['never_sent', 'ended', 'unknown']).toContain(found.state);
    // That nothing rang is said only when it is so.
    if (invites === 1) expect(found.state).toBe('ended');
    expect((await connect().lookup(request.attemptKey)).state).toBe(found.state);
    await until(
      () => channelsOf(asterisk.url),
      (channels) => channels.length === 0,
    );
    const { body } = await askAri(asterisk.url, 'GET', '/bridges');
    expect((body as { id: string }[]).filter(({ id }) => id.startsWith(request.attemptKey))).toEqual([]);
    expect(phones.calls(request.to).invites).toBe(invites);
    await expect(connect().dial(request)).rejects.toThrow();
    expect(phones.calls(request.to).invites).toBe(invites);
    await proxy.close();
  });
});
