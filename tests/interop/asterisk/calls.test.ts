// cspell:ignore PJSIP
import { samplesOf } from '../../../shared/domain/audio/pcm';
import type { LegEnd } from '../../../shared/adapters/telephony/telephony';
import { askAri } from '../../support/peers/asterisk';
import { until } from '../../support/until';
import { dialed, dialedAtLast, requestTo, startLine, type TestLine } from './line';
import { loudMs } from './loudness';
import { shareHeard, twoTones } from './signals';
import { fullInterop } from '../../support/sizes';

const describeInFullSize = fullInterop ? describe : describe.skip;

describeInFullSize('calls through Asterisk', () => {
  let line: TestLine | undefined;
  beforeAll(async () => (line = await startLine()), 120_000);
  afterAll(() => line?.end());

  const endOf = async (to: string): Promise<LegEnd> => {
    if (line === undefined) throw new Error('There is no line.');
    return (await dialed(line.provider, requestTo(to))).leg.ended;
  };

  it.each([
    // The first group of digits makes the far end refuse at once, or ring before: docs/asterisk.md.
    ['+19974860001', { reason: 'contact_busy', detail: 'busy', by: 'contact' }],
    ['+19974800001', { reason: 'contact_did_not_answer', detail: 'no_answer' }],
    ['+19974840001', { reason: 'contact_did_not_answer', detail: 'invalid_number', permanent: true }],
    ['+19974040001', { reason: 'assistant_error', detail: 'no_route' }],
    ['+19974030001', { reason: 'assistant_error', detail: 'not_permitted' }],
    ['+19974880001', { reason: 'assistant_error', detail: 'codec_refused' }],
    ['+19975000001', { reason: 'assistant_error', detail: 'line_failed', by: 'line' }],
    ['+19966030001', { reason: 'contact_did_not_answer', detail: 'declined' }],
    ['+19966070001', { reason: 'contact_did_not_answer', detail: 'unwanted' }],
    ['+19966080001', { reason: 'contact_did_not_answer', detail: 'blocked' }],
    ['+19964080001', { reason: 'contact_did_not_answer', detail: 'no_answer' }],
  ])('end with what the SIP status of the line means: %s', async (to, expected) => {
    if (line === undefined) return;
    const end = await endOf(to);
    expect(end).toMatchObject({ ...expected, sip: { code: Number(to.slice(5, 8)) } });
    // Asterisk translates the status into a cause of its own.
    expect(end.q850).toBeUndefined();
    expect(end.error !== undefined).toBe(end.by === 'line');
  });

  it('that the line is too busy for are refused with a time, and leave nothing behind', async () => {
    if (line === undefined) return;
    const request = requestTo('+19974290001');
    const dialing = line.provider.dial(request);
    await expect(dialing).rejects.toMatchObject({ name: 'CallRefusedError', retryAfterMs: 10_000 });
    expect(await line.connect().lookup(request.attemptKey)).toEqual({ state: 'never_sent' });
    await until(
      async () => (await askAri(line?.asterisk.url ?? '', 'GET', '/bridges')).body as { id: string }[],
      (bridges) => bridges.every(({ id }) => !id.startsWith(request.attemptKey)),
    );
  });

  it('present our number, report early media, and give no frame of it', async () => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('early_media', twoTones(0, 400)));
    const { leg, types, reach, frames } = await dialed(line.provider, request);
    await reach('early_media');
    expect(frames).toHaveLength(0);
    await reach('answered');
    await leg.hangUp();
    expect(types()).toEqual(['early_media', 'answered', 'ended']);
    expect(line.phones.calls(request.to).from).toBe(request.from);
  });

  it('refuse numbers that would choose another endpoint', async () => {
    if (line === undefined) return;
    const { provider } = line;
    for (const change of [{ to: '+1415@elsewhere' }, { to: '100' }, { from: 'anonymous' }, { attemptKey: 'a/b' }])
      await expect(provider.dial({ ...requestTo('+14155550101'), ...change })).rejects.toMatchObject({
        name: 'CallRefusedError',
      });
  });

  it('are refused when Asterisk does not know the endpoint', async () => {
    if (line === undefined) return;
    const elsewhere = line.connect({ endpoint: 'PJSIP/{number}@unknown' });
    await expect(elsewhere.dial(requestTo('+14155550101'))).rejects.toMatchObject({ name: 'CallRefusedError' });
  });

  it('end as lost when no audio arrives from the line any more', async () => {
    if (line === undefined) return;
    const impatient = line.connect({ endpoint: 'PJSIP/{number}@impatient' });
    const { leg } = await dialed(impatient, requestTo(line.phones.number('mute')));
    expect(await leg.ended).toMatchObject({ reason: 'assistant_error', detail: 'media_lost', by: 'line' });
  });

  it('carry audio while neither side speaks, so that no equipment between takes them for dead', async () => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('answers'));
    const { leg, reach } = await dialed(line.provider, request);
    await reach('answered');
    await until(
      () => line?.phones.calls(request.to).heard.length ?? 0,
      (bytes) => bytes > 32_000,
    );
    expect(loudMs(line.phones.calls(request.to).heard)).toBe(0);
    await leg.hangUp();
  });

  it('hear a tone of the far end at its pitch and level', async () => {
    if (line === undefined) return;
    const { leg, frames } = await dialed(line.provider, requestTo('+19980000001', { maxDurationMs: 1_500 }));
    await leg.ended;
    const heard = Buffer.concat(frames.filter(({ channel }) => channel === 'user').map(({ pcm }) => pcm));
    const samples = samplesOf(heard.subarray(heard.length - 16_000));
    let crossings = 0;
    for (let i = 1; i < samples.length; i++) if ((samples[i - 1] ?? 0) < 0 && (samples[i] ?? 0) >= 0) crossings++;
    // 1004 Hz for half a second.
    expect(Math.abs(crossings - 502)).toBeLessThanOrEqual(3);
    expect(loudMs(heard)).toBeGreaterThan(1_200);
  });

  it('carry the audio of ten at once, each its own, in both directions', async () => {
    if (line === undefined) return;
    const { phones, provider } = line;
    const calls = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const [ours, theirs] = [twoTones(index, 1_500), twoTones(index + 20, 1_500)];
        const request = requestTo(phones.number('answers', theirs));
        // An Asterisk on a busy machine may refuse one before it rings.
        const { leg, frames, reach } = await dialedAtLast(provider, request);
        await reach('answered');
        leg.voice.write(ours, 16_000);
        await leg.voice.mark();
        await until(
          () => loudMs(phones.calls(request.to).heard),
          (ms) => ms >= 1_460,
        );
        await until(
          () => loudMs(Buffer.concat(frames.filter(({ channel }) => channel === 'user').map(({ pcm }) => pcm))),
          (ms) => ms >= 1_400,
        );
        await leg.hangUp();
        const user = Buffer.concat(frames.filter(({ channel }) => channel === 'user').map(({ pcm }) => pcm));
        return { ours, theirs, atPhone: phones.calls(request.to).heard, user };
      }),
    );
    // A busy machine may deliver a frame too late: it is silent, and what follows is later.
    const lateFrames = 5 * 320;
    for (const { ours, atPhone, theirs, user } of calls) {
      expect(shareHeard(ours, atPhone, lateFrames)).toBeGreaterThan(0.8);
      expect(shareHeard(theirs, user, lateFrames)).toBeGreaterThan(0.8);
    }
    const [first, second] = calls;
    expect(shareHeard(first!.ours, second!.atPhone, lateFrames)).toBe(0);
    expect(calls.filter(({ ours, atPhone }) => shareHeard(ours, atPhone) === 1).length).toBeGreaterThan(0);
  });
});
