import { channelsOf } from '../../support/peers/asterisk';
import { until } from '../../support/until';
import { dialed, requestTo, startLine, type TestLine } from './line';
import { fullInterop } from '../../support/sizes';

const describeInFullSize = fullInterop ? describe : describe.skip;

describeInFullSize('a call whose worker was killed, on Asterisk', () => {
  let line: TestLine | undefined;
  beforeAll(async () => (line = await startLine()), 120_000);
  afterAll(() => line?.end());

  const untilNoChannel = (url: string, withinMs: number) =>
    until(
      () => channelsOf(url),
      (channels) => channels.length === 0,
      withinMs,
    );

  it.each([
    ['rings', 'no_answer', 'ringing'],
    ['is talking', 'answers', 'answered'],
  ] as const)('is ended by a lookup in another process while it %s, and never rings again', async (_, does, event) => {
    if (line === undefined) return;
    const { phones, dialElsewhere, provider, connect, asterisk } = line;
    const request = requestTo(phones.number(does), { ringTimeoutMs: 20_000, maxDurationMs: 60_000 });
    const worker = await dialElsewhere(request, event);
    await worker.kill();
    expect(await channelsOf(asterisk.url)).toContain(request.attemptKey);
    const found = await provider.lookup(request.attemptKey);
    expect(found).toMatchObject({ state: 'ended', end: { reason: 'assistant_error', detail: 'media_lost' } });
    expect('answeredAtMs' in found).toBe(event === 'answered');
    expect(await connect().lookup(request.attemptKey)).toEqual(found);
    await untilNoChannel(asterisk.url, 5_000);
    await expect(connect().dial(request)).rejects.toThrow(/dialed before/);
    await untilNoChannel(asterisk.url, 5_000);
    expect(phones.calls(request.to)).toMatchObject({ invites: 1, up: false });
  });

  it('stops to ring soon after its time when no process looks for it', async () => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('no_answer'), { ringTimeoutMs: 1_000, maxDurationMs: 60_000 });
    const worker = await line.dialElsewhere(request, 'ringing');
    await worker.kill();
    await untilNoChannel(line.asterisk.url, 10_000);
    expect(line.phones.calls(request.to).invites).toBe(1);
    expect(await line.provider.lookup(request.attemptKey)).toEqual({ state: 'unknown' });
  });

  it('is ended by Asterisk at its limit when no process looks for it', async () => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('answers'), { ringTimeoutMs: 1_000, maxDurationMs: 1_000 });
    const worker = await line.dialElsewhere(request, 'answered');
    await worker.kill();
    await untilNoChannel(line.asterisk.url, 10_000);
    expect(line.phones.calls(request.to)).toMatchObject({ invites: 1, up: false });
  });

  it('ends when Asterisk is lost; the next one is placed when it is back', async () => {
    if (line === undefined) return;
    const { asterisk, provider } = line;
    const { leg, reach } = await dialed(provider, requestTo(line.phones.number('answers')));
    await reach('answered');
    await asterisk.kill();
    expect(await leg.ended).toMatchObject({ reason: 'assistant_error', by: 'line' });
    await expect(provider.lookup(leg.attemptKey)).rejects.toThrow();
    await asterisk.start();
    const next = await dialed(provider, requestTo('+19980000001', { maxDurationMs: 300 }));
    expect(await next.leg.ended).toMatchObject({ reason: 'call_timeout' });
    // Asterisk lost its records with its calls.
    expect(await provider.lookup(leg.attemptKey, leg.line)).toEqual({ state: 'unknown' });
  });
});
