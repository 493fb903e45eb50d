import { parseDtmf } from '../../../../shared/domain/call/dtmf';
import { boundLine } from '../../../../shared/domain/call/line';

describe('the line of a call', () => {
  it.each([
    ['User +358 40 1234567 not found', 'User … not found'],
    ['Not Found 0401234567', 'Not Found …'],
    ['Busy Here', 'Busy Here'],
    ['Error 32203', 'Error 32203'],
  ])('holds no phone number: %s', (SipReason, stored) => {
    expect(boundLine({ Provider: 'p', SipReason })).toEqual({ Provider: 'p', SipReason: stored });
  });

  it('is bounded', () => {
    const long = 'x'.repeat(10_000);
    const line = boundLine({ Provider: 'p', Trunk: long, ProviderCallID: long, SipReason: long, ProviderCode: long });
    expect(JSON.stringify(line).length).toBeLessThan(600);
  });
});

describe('keys to send', () => {
  it('are digits, letters, * and #, with pauses', () => {
    expect(parseDtmf('1w2W*#D')).toEqual([
      { digit: '1' },
      { pauseMs: 500 },
      { digit: '2' },
      { pauseMs: 1_000 },
      { digit: '*' },
      { digit: '#' },
      { digit: 'D' },
    ]);
  });

  it.each(['5 8', 'a', '٣', '+1', '1'.repeat(101)])('are refused: %s', (digits) => {
    expect(() => parseDtmf(digits)).toThrow(RangeError);
  });
});
