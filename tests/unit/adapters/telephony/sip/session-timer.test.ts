import fc from 'fast-check';
import { headerOf } from '../../../../../shared/adapters/telephony/sip/message/headers';
import { parseMessage } from '../../../../../shared/adapters/telephony/sip/message/parse';
import type { SipRequest, SipResponse } from '../../../../../shared/adapters/telephony/sip/message/types';
import {
  allowsUpdate,
  askForTimer,
  leastOf422,
  overAfterMs,
  refreshAfterMs,
  refreshHeaders,
  timerOfAnswer,
  timerOfRequest,
} from '../../../../../shared/adapters/telephony/sip/session-timer';
import { bytesOf, commonLines } from './message/messages';

const answer = (...lines: string[]): SipResponse =>
  parseMessage(bytesOf(['SIP/2.0 200 OK', ...commonLines, 'CSeq: 1 INVITE', ...lines])) as SipResponse;
const refused = (status: number, ...lines: string[]): SipResponse => ({ ...answer(...lines), status });
const update = (...lines: string[]): SipRequest =>
  parseMessage(bytesOf(['UPDATE sip:us@192.0.2.1 SIP/2.0', ...commonLines, 'CSeq: 1 UPDATE', ...lines])) as SipRequest;
const pairs = (headers: readonly { name: string; value: string }[]) =>
  headers.map(({ name, value }) => `${name}: ${value}`);

describe('our INVITE', () => {
  it('asks for the interval of the trunk, and understands a timer even if it asks for none', () => {
    expect(pairs(askForTimer(1_800))).toEqual(['Supported: timer', 'Session-Expires: 1800']);
    expect(pairs(askForTimer(0))).toEqual(['Supported: timer']);
  });

  it('asks for the least interval of the other side after a 422, and never for a shorter one than before', () => {
    expect(leastOf422(refused(422, 'Min-SE: 3600'))).toBe(3_600);
    expect(pairs(askForTimer(1_800, 3_600))).toEqual(['Supported: timer', 'Session-Expires: 3600', 'Min-SE: 3600']);
    expect(pairs(askForTimer(1_800, 120))).toEqual(['Supported: timer', 'Session-Expires: 1800', 'Min-SE: 120']);
  });

  it('is not sent again for a 422 without a number, nor for another refusal', () => {
    expect(leastOf422(refused(422))).toBeUndefined();
    expect(leastOf422(refused(422, 'Min-SE: soon'))).toBeUndefined();
    expect(leastOf422(refused(486, 'Min-SE: 3600'))).toBeUndefined();
    expect(leastOf422(refused(422, 'Min-SE: 10'))).toBe(90);
  });
});

describe('the timer of an answer', () => {
  it('names who refreshes', () => {
    expect(timerOfAnswer(answer('Session-Expires: 1800;refresher=uac'))).toEqual({
      intervalMs: 1_800_000,
      refresher: 'us',
    });
    expect(timerOfAnswer(answer('x: 90 ; Refresher = UAS'))).toEqual({ intervalMs: 90_000, refresher: 'peer' });
  });

  it('is ours to keep if it does not name one: a session that neither side refreshes would end', () => {
    expect(timerOfAnswer(answer('Session-Expires: 600'))).toEqual({ intervalMs: 600_000, refresher: 'us' });
  });

  it('is absent without a number', () => {
    expect(timerOfAnswer(answer())).toBeUndefined();
    for (const value of ['', 'soon', '-90', '1e3', ';refresher=uac'])
      expect(timerOfAnswer(answer(`Session-Expires: ${value}`))).toBeUndefined();
  });

  it('is no shorter than the least of RFC 4028 and no longer than a week', () => {
    expect(timerOfAnswer(answer('Session-Expires: 1'))?.intervalMs).toBe(90_000);
    expect(timerOfAnswer(answer('Session-Expires: 4294967295'))?.intervalMs).toBe(7 * 86_400_000);
  });
});

describe('a refresh of the other side', () => {
  it('is answered with the interval and the refresher that it asked for', () => {
    const byThem = timerOfRequest(update('Supported: timer', 'Session-Expires: 300;refresher=uac'));
    expect(byThem.timer).toEqual({ intervalMs: 300_000, refresher: 'peer' });
    expect(pairs(byThem.headers)).toEqual(['Session-Expires: 300;refresher=uac', 'Require: timer']);
    const byUs = timerOfRequest(update('k: 100rel, Timer', 'x: 300;refresher=uas'));
    expect(byUs.timer).toEqual({ intervalMs: 300_000, refresher: 'us' });
    expect(pairs(byUs.headers)).toEqual(['Session-Expires: 300;refresher=uas', 'Require: timer']);
  });

  it('without a refresher is refreshed by the side that asked', () => {
    expect(timerOfRequest(update('Supported: timer', 'Session-Expires: 300')).timer?.refresher).toBe('peer');
  });

  it('sets no timer if it asks for none, or cannot keep it', () => {
    expect(timerOfRequest(update('Supported: timer'))).toEqual({ headers: [] });
    expect(timerOfRequest(update('Session-Expires: 300'))).toEqual({ headers: [] });
  });
});

it('is refreshed at half of the interval, and over before the end, with time for the refresh between', () => {
  expect(overAfterMs({ intervalMs: 1_800_000, refresher: 'us' })).toBe(1_768_000);
  expect(overAfterMs({ intervalMs: 90_000, refresher: 'us' })).toBe(60_000);
  fc.assert(
    fc.property(fc.integer({ min: 90, max: 86_400 }), (seconds) => {
      const timer = { intervalMs: seconds * 1_000, refresher: 'us' } as const;
      expect(refreshAfterMs(timer)).toBe(timer.intervalMs / 2);
      expect(overAfterMs(timer)).toBeGreaterThan(refreshAfterMs(timer));
      expect(overAfterMs(timer)).toBeLessThan(timer.intervalMs);
      const headers = { headers: refreshHeaders(timer) };
      expect(headerOf(headers, 'Session-Expires')).toBe(`${seconds};refresher=uac`);
    }),
  );
});

it('is refreshed by UPDATE if the other side takes it', () => {
  expect(allowsUpdate(answer('Allow: INVITE, ack', 'Allow: update,BYE'))).toBe(true);
  expect(allowsUpdate(answer('Allow: INVITE, UPDATES'))).toBe(false);
  expect(allowsUpdate(answer())).toBe(false);
});
