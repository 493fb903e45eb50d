import { endedDetails } from '../../../../shared/domain/call/line';
import { failureOf, isFaultOfLine } from '../../../../shared/domain/call/technical-failure';

describe('the technical failure of a call', () => {
  it('is no failure if the line answered for one number, whatever the provider writes', () => {
    const faults = [
      'no_route',
      'not_permitted',
      'line_congested',
      'line_failed',
      'codec_refused',
      'media_lost',
      'unconfirmed',
    ];
    expect(endedDetails.filter(isFaultOfLine)).toEqual(faults);
    for (const detail of endedDetails.filter((name) => !isFaultOfLine(name)))
      for (const rang of [true, false])
        expect(failureOf({ reason: 'assistant_error', detail, error: 'It failed.' }, rang)).toBeUndefined();
  });

  it('is one if the detail blames the line, also without a sentence', () => {
    for (const detail of endedDetails.filter(isFaultOfLine))
      expect(failureOf({ reason: 'assistant_error', detail }, true)).toBe('connection_failed');
    expect(failureOf({ reason: 'assistant_error', detail: 'line_failed' }, false)).toBe('provider_refused');
    expect(failureOf({ reason: 'assistant_error', detail: 'media_lost' }, false)).toBe('connection_failed');
  });

  it('follows from the error if the line gave no detail', () => {
    expect(failureOf({ reason: 'assistant_error', error: 'Lost.' }, true)).toBe('assistant_failed');
    expect(failureOf({ reason: 'contact_hung_up', error: 'Lost.' }, true)).toBe('connection_failed');
    expect(failureOf({ reason: 'contact_hung_up' }, true)).toBeUndefined();
  });
});
