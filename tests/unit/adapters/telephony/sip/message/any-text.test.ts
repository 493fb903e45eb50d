import fc from 'fast-check';
import { SipParseError } from '../../../../../../shared/adapters/telephony/sip/message/errors';
import {
  headersOf,
  paramsOf,
  parseCSeq,
  parseNameAddr,
  parseReason,
  parseRetryAfter,
  parseVia,
} from '../../../../../../shared/adapters/telephony/sip/message/headers';
import { parseSipUri } from '../../../../../../shared/adapters/telephony/sip/message/uri';
import { runWithoutHang } from '../../../../../support/hang';
import { withHeaders } from './messages';

describe('any text', () => {
  const parsers = { paramsOf, parseCSeq, parseNameAddr, parseReason, parseRetryAfter, parseSipUri, parseVia };

  it('is read, or refused by the one error of the parsers', () => {
    const structural = fc.string({ unit: fc.constantFrom(...Array.from('sip:/2.0UDP<>"\\;,=@ []%a\t')) });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), structural), (text) => {
        for (const parse of Object.values(parsers)) {
          try {
            parse(text);
          } catch (error) {
            expect(error).toBeInstanceOf(SipParseError);
          }
        }
        expect(headersOf(withHeaders(['Via', text], ['Route', text]), 'Route').length).toBeLessThanOrEqual(
          text.length + 1,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('of many times the greatest length is read or refused, and does not hang', () => {
    const units = [
      ' ',
      '\t',
      '"',
      '\\',
      '<',
      '>',
      ';',
      ',',
      '=',
      '@',
      ':',
      '0',
      'a',
      '%',
      '[',
      '(',
      'a;',
      'a,',
      ' a',
      '"a" ',
    ];
    const starts = ['', 'SIP/2.0/UDP ', '"', '1 ', 'sip:a@b;'];
    for (const start of starts) {
      for (const unit of start === '' ? units : [' ', '"', ';', ',', 'a', 'a;']) {
        const text = start + unit.repeat(300_000 / unit.length);
        runWithoutHang(() => {
          for (const parse of Object.values(parsers)) {
            try {
              parse(text);
            } catch (error) {
              if (!(error instanceof SipParseError)) throw error;
            }
          }
          headersOf(withHeaders(['Via', text]), 'Via');
        });
      }
    }
  });
});
