import { formatMediaPath, parseMediaPath } from '../../../../shared/adapters/media/media-path';
import { createMediaTokens } from '../../../../shared/adapters/media/media-token';

const masterKey = (fill: number) => ({ OUTDIAL_MASTER_KEY: Buffer.alloc(32, fill).toString('base64') });
const tokens = createMediaTokens(masterKey(1));

describe('a media token', () => {
  it('is valid for its call for half a minute, and for clocks that differ by as much', () => {
    const token = tokens.sign('call_1', 100_000);
    expect(tokens.verify('call_1', token, 100_000)).toBe(true);
    expect(tokens.verify('call_1', token, 130_000)).toBe(true);
    expect(tokens.verify('call_1', token, 70_000)).toBe(true);
    expect(tokens.verify('call_1', token, 130_001)).toBe(false);
  });

  it('is invalid for another call, with another key, or after a change', () => {
    const token = tokens.sign('call_1', 100_000);
    expect(tokens.verify('call_2', token, 100_000)).toBe(false);
    expect(createMediaTokens(masterKey(2)).verify('call_1', token, 100_000)).toBe(false);
    expect(tokens.verify('call_1', token.replace('100000.', '100001.'), 100_000)).toBe(false);
    for (const wrong of ['', '.', '100000.', `${token}x`, token.slice(0, -1), 'x'.repeat(5_000)])
      expect(tokens.verify('call_1', wrong, 100_000)).toBe(false);
  });
});

describe('the paths of the internal server', () => {
  it('parse back to their request, and other paths do not parse', () => {
    for (const request of [
      { action: 'listen', callId: 'call_1', channel: 'bot' },
      { action: 'listen', callId: 'call_1', channel: 'user' },
      { action: 'hang_up', callId: 'call_1' },
    ] as const)
      expect(parseMediaPath(formatMediaPath(request))).toEqual(request);
    for (const path of [
      '/',
      '/calls/call_1',
      '/calls/call_1/audio',
      '/calls/call_1/audio/all',
      '/calls/../audio/bot',
      '/calls/call_1/hang-up/bot',
    ])
      expect(parseMediaPath(path)).toBeUndefined();
  });
});
