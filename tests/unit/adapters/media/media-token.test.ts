import { formatMediaPath, parseMediaPath } from '../../../../shared/adapters/media/media-path';
import { createMediaTokens } from '../../../../shared/adapters/media/media-token';

const masterKey = (fill: number) => ({ OUTDIAL_MASTER_KEY: Buffer.alloc(32, fill).toString('base64') });
const tokens = createMediaTokens(masterKey(1));

const listen = { action: 'listen', callId: 'call_1', channel: 'bot' } as const;
const sign = () => tokens.sign(listen, 100_000);

describe('a media token', () => {
  it('is valid for its request for half a minute, and for clocks that differ by as much', () => {
    for (const nowMs of [100_000, 130_000, 70_000]) expect(tokens.verify(listen, sign(), nowMs)).toBe(true);
    expect(tokens.verify(listen, sign(), 130_001)).toBe(false);
    expect(tokens.verify(listen, sign(), 69_999)).toBe(false);
  });

  it('is valid once', () => {
    const token = sign();
    expect(tokens.verify(listen, token, 100_000)).toBe(true);
    for (const nowMs of [100_000, 129_999]) expect(tokens.verify(listen, token, nowMs)).toBe(false);
    expect(tokens.verify(listen, sign(), 100_000)).toBe(true);
  });

  it('is invalid for another call, side or action, and such an attempt does not use it up', () => {
    const token = sign();
    for (const other of [
      { ...listen, callId: 'call_2' },
      { ...listen, channel: 'user' },
      { action: 'hang_up', callId: 'call_1' },
    ] as const)
      expect(tokens.verify(other, token, 100_000)).toBe(false);
    expect(tokens.verify(listen, token, 100_000)).toBe(true);
  });

  it('is invalid with another key, or after a change', () => {
    const token = sign();
    expect(createMediaTokens(masterKey(2)).verify(listen, token, 100_000)).toBe(false);
    expect(tokens.verify(listen, token.replace('100000.', '100001.'), 100_000)).toBe(false);
    for (const wrong of ['', '.', '100000.', '100000..', `${token}x`, token.slice(0, -1), 'x'.repeat(5_000)])
      expect(tokens.verify(listen, wrong, 100_000)).toBe(false);
  });
});

describe('the paths of the internal server', () => {
  it('parse back to their request, and other paths do not parse', () => {
    for (const request of [
      { action: 'listen', callId: 'call_1', channel: 'bot' },
      { action: 'listen', callId: 'call_1', channel: 'user' },
      { action: 'hang_up', callId: 'call_1' },
      { action: 'report', callId: 'call_1' },
      { action: 'line', callId: 'call_1' },
    ] as const)
      expect(parseMediaPath(formatMediaPath(request))).toEqual(request);
    for (const path of [
      '/',
      '/calls/call_1',
      '/calls/call_1/audio',
      '/calls/call_1/audio/all',
      '/calls/../audio/bot',
      '/calls/call_1/hang-up/bot',
      '/calls/call_1/line',
      '/calls/call_1/line/else',
    ])
      expect(parseMediaPath(path)).toBeUndefined();
  });
});
