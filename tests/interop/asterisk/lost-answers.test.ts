import type { AsteriskProvider } from '../../../shared/adapters/telephony/asterisk/provider';
import { askAri, channelsOf } from '../../support/peers/asterisk';
import { until } from '../../support/until';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy';
import { dialed, requestTo, startLine, type TestLine } from './line';
import { fullInterop } from '../../support/sizes';

const describeInFullSize = fullInterop ? describe : describe.skip;

describeInFullSize('calls through a network that loses answers and connections, on Asterisk', () => {
  let line: TestLine | undefined;
  let proxy: FaultyProxy;
  let provider: AsteriskProvider;
  beforeAll(async () => (line = await startLine()), 120_000);
  afterAll(() => line?.end());
  beforeEach(async () => {
    if (line === undefined) return;
    proxy = await startFaultyProxy(line.asterisk.url);
    provider = line.connect({ url: proxy.url });
  });
  afterEach(async () => {
    if (line === undefined) return;
    await provider.close();
    await proxy.close();
  });
  const sent = (pattern: RegExp): number => proxy.requests.filter((request) => pattern.test(request)).length;
  const untilGone = (key: string) =>
    until(
      () => channelsOf(line?.asterisk.url ?? ''),
      (channels) => !channels.includes(key),
    );

  it.each([
    ['create', /^POST .*\/channels\/create$/],
    ['dial', /^POST .*\/dial$/],
  ])('ring once, and go on, when the answer to "%s" is lost', async (_, pattern) => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('answers'));
    proxy.loseAnswers(pattern);
    const { leg, reach } = await dialed(provider, request);
    await reach('answered');
    await leg.hangUp();
    expect(sent(pattern)).toBe(1);
    expect(line.phones.calls(request.to).invites).toBe(1);
  });

  it('are refused before anything rings when their audio cannot be connected', async () => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('answers'));
    proxy.refuseSockets(/\/media\//);
    await expect(provider.dial(request)).rejects.toMatchObject({ name: 'CallRefusedError' });
    await untilGone(request.attemptKey);
    expect(line.phones.calls(request.to).invites).toBe(0);
    expect(await line.connect().lookup(request.attemptKey)).toEqual({ state: 'never_sent' });
  });

  it('keep the record of an attempt that was dialed when it cannot be read, and do not ring again', async () => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('hangs_up'));
    const { leg } = await dialed(line.provider, request);
    const { reason } = await leg.ended;
    proxy.loseAnswers(/^GET .*\/asterisk\/variable$/);
    await expect(provider.dial(request)).rejects.not.toMatchObject({ name: 'CallRefusedError' });
    await untilGone(request.attemptKey);
    expect(await line.connect().lookup(request.attemptKey)).toMatchObject({ state: 'ended', end: { reason } });
    expect(line.phones.calls(request.to).invites).toBe(1);
  });

  it('can be dialed again after the line was congested', async () => {
    if (line === undefined) return;
    const request = requestTo('+19974290001');
    await expect(provider.dial(request)).rejects.toMatchObject({ name: 'CallRefusedError' });
    await untilGone(request.attemptKey);
    const again = { ...request, to: line.phones.number('hangs_up') };
    const dial = () => dialed(provider, again).catch((error: unknown) => String(error));
    const call = await until(dial, (result) => typeof result !== 'string');
    expect(typeof call !== 'string' && (await call.leg.ended)).toMatchObject({ reason: 'contact_hung_up' });
    expect(line.phones.calls(again.to).invites).toBe(1);
  });

  it('are refused when Asterisk cannot be reached', async () => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('answers'));
    const { url } = proxy;
    await proxy.close();
    const unreachable = line.connect({ url });
    await expect(unreachable.dial(request)).rejects.toMatchObject({ name: 'CallRefusedError' });
    await expect(unreachable.lookup(request.attemptKey)).rejects.toThrow();
  });

  it('report an answer, and an end, that came while the events were cut', async () => {
    if (line === undefined) return;
    const { asterisk, phones } = line;
    const request = requestTo(phones.number('answers'));
    const { leg, types, reach } = await dialed(provider, request);
    await reach('ringing');
    proxy.refuseSockets(/events/);
    proxy.cut(/events/);
    const state = async () =>
      (await askAri(asterisk.url, 'GET', `/channels/${request.attemptKey}`)).body as { state: string };
    await until(state, (channel) => channel.state === 'Up');
    expect(types()).not.toContain('answered');
    proxy.refuseSockets(undefined);
    await reach('answered');
    proxy.refuseSockets(/events/);
    proxy.cut(/events/);
    await askAri(asterisk.url, 'DELETE', `/channels/${request.attemptKey}`);
    await untilGone(request.attemptKey);
    proxy.refuseSockets(undefined);
    expect(await leg.ended).toMatchObject({ reason: 'assistant_error', by: 'line' });
  });

  it('that were answered are known to have been, although their worker was lost before it could record that', async () => {
    if (line === undefined) return;
    const { phones, connect } = line;
    const request = requestTo(phones.number('answers'));
    const { reach } = await dialed(provider, request);
    await reach('ringing');
    proxy.hold(/^POST .*\/asterisk\/variable$/, 'request');
    await reach('answered');
    const found = await connect().lookup(request.attemptKey);
    expect(found).toMatchObject({ state: 'ended', answeredAtMs: expect.any(Number) as number });
    expect(await connect().lookup(request.attemptKey)).toEqual(found);
  });

  it('get the events again after a cut, keys too', async () => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('answers'));
    const { leg, types, reach } = await dialed(provider, request);
    await reach('answered');
    const before = sent(/subscription$/);
    proxy.cut(/events/);
    await until(
      () => sent(/subscription$/),
      (count) => count > before,
    );
    await line.phones.press(request.to, '7');
    await until(types, (seen) => seen.includes('dtmf'));
    await leg.hangUp();
  });

  it('end, and leave no channel, when their audio is cut', async () => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('answers'));
    const { leg, reach } = await dialed(provider, request);
    await reach('answered');
    proxy.cut(/\/media\//);
    expect(await leg.ended).toMatchObject({ reason: 'assistant_error', detail: 'media_lost', by: 'line' });
    await untilGone(request.attemptKey);
  });

  it('are hung up although the answers to that are lost', async () => {
    if (line === undefined) return;
    const request = requestTo(line.phones.number('answers'));
    const { leg, reach } = await dialed(provider, request);
    await reach('answered');
    proxy.loseAnswers(/^DELETE/);
    await leg.hangUp();
    await untilGone(request.attemptKey);
  });
});
