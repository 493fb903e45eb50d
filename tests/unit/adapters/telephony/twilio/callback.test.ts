import fc from 'fast-check';
import { parseCallback } from '../../../../../shared/adapters/telephony/twilio/callback';
import { createLineUrls, isLinePath } from '../../../../../shared/adapters/telephony/twilio/line-urls';
import { endOf } from '../../../../../shared/adapters/telephony/twilio/outcome';
import { callStatuses, isFinal } from '../../../../../shared/adapters/telephony/twilio/client';

const CallSid = `CA${'0123456789abcdef'.repeat(2)}`;

describe('a callback', () => {
  it('is read without the numbers that it holds', () => {
    const form = { CallSid, To: '+358401234567', From: '+358409876543', CallStatus: 'busy', SipResponseCode: '486' };
    expect(parseCallback({ ...form, ErrorCode: '0', SequenceNumber: '3' })).toEqual({
      ...{ sid: CallSid, status: 'busy', sipCode: 486 },
    });
  });

  it('keeps what is understood', () => {
    const form = { CallSid, CallStatus: 'dancing', SipResponseCode: 'x', AnsweredBy: 'human' };
    expect(parseCallback(form)).toEqual({ sid: CallSid, answeredBy: 'human' });
  });

  it('without a valid id of a call is refused, and nothing throws', () => {
    for (const form of [undefined, null, '', {}, { CallSid: 'CA1' }, { CallSid: ['a', 'b'] }])
      expect(parseCallback(form)).toBeUndefined();
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (form) => {
        const report = parseCallback({ ...form, CallSid });
        expect(report?.sid).toBe(CallSid);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the URLs of a call', () => {
  const settings = (fill: number) => ({ OUTDIAL_MASTER_KEY: Buffer.alloc(32, fill).toString('base64') });
  const urls = createLineUrls('https://calls.example.com/base', settings(1));
  const address = { attemptKey: 'call_1', purpose: 'status' } as const;
  const pathOf = (url: string) => new URL(url).pathname.replace('/base', '');

  it('parse back, and are secure websockets for audio', () => {
    for (const purpose of ['status', 'amd', 'media'] as const) {
      const url = urls.format({ ...address, purpose });
      expect(url.startsWith(purpose === 'media' ? 'wss://calls.example.com/base/' : 'https://')).toBe(true);
      expect(urls.parse(pathOf(url))).toEqual({ ...address, purpose });
      expect(isLinePath(pathOf(url))).toBe(true);
    }
  });

  it('are valid for their call only, and also with the previous master key', () => {
    const path = pathOf(urls.format(address));
    expect(urls.parse(path.replace('call_1', 'call_2'))).toBeUndefined();
    expect(urls.parse(path.replace('/status', '/else'))).toBeUndefined();
    expect(createLineUrls('https://x', settings(2)).parse(path)).toBeUndefined();
    const rotated = { ...settings(2), OUTDIAL_PREVIOUS_MASTER_KEYS: [settings(1).OUTDIAL_MASTER_KEY] };
    expect(createLineUrls('https://x', rotated).parse(path)).toEqual(address);
  });
});

describe('the end of a call', () => {
  it.each([
    [{ status: 'completed' }, { reason: 'contact_hung_up', by: 'contact' }],
    [
      { status: 'busy', sipCode: 486 },
      { reason: 'contact_busy', detail: 'busy' },
    ],
    [{ status: 'no-answer' }, { reason: 'contact_did_not_answer', detail: 'no_answer' }],
    [
      { status: 'no-answer', sipCode: 603 },
      { reason: 'contact_did_not_answer', detail: 'declined' },
    ],
    [{ status: 'canceled' }, { reason: 'contact_did_not_answer', detail: 'no_answer' }],
    [
      { status: 'failed', sipCode: 404 },
      { reason: 'assistant_error', detail: 'no_route' },
    ],
    [
      { status: 'failed', sipCode: 604 },
      { detail: 'invalid_number', permanent: true },
    ],
    [{ status: 'failed', sipCode: 607 }, { detail: 'unwanted' }],
    [
      { status: 'failed', errorCode: 13224 },
      { detail: 'invalid_number', permanent: true, providerCode: '13224' },
    ],
    [{ status: 'failed', errorCode: 32203 }, { detail: 'blocked' }],
    [{ status: 'failed' }, { reason: 'assistant_error', detail: 'line_failed' }],
  ] as const)('%j is %j', (report, expected) => {
    expect(endOf({ rang: false, ...report })).toMatchObject(expected);
  });

  it('has a reason for every final status and code, and an error only if the line is to blame', () => {
    const code = fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.constantFrom(...callStatuses.filter(isFinal)),
        fc.option(fc.integer({ min: 0, max: 999 }), { nil: undefined }),
        code,
        fc.boolean(),
        (status, sipCode, errorCode, rang) => {
          const { reason, error } = endOf({ status, sipCode, errorCode, rang });
          expect(error !== undefined).toBe(reason === 'assistant_error');
        },
      ),
    );
  });
});
