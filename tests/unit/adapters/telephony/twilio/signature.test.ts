import fc from 'fast-check';
import { signatureOf, verifySignature } from '../../../../../shared/adapters/telephony/twilio/signature';

const token = '12345';

describe('the signature of a request of Twilio', () => {
  // By the official package, version 6.2.0.
  // cspell:disable
  it.each([
    [
      'https://mycompany.com/myapp.php?foo=1&bar=2',
      {
        CallSid: 'CA1234567890ABCDE',
        Caller: '+14158675309',
        Digits: '1234',
        From: '+14158675309',
        To: '+18005551212',
      },
      'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
    ],
    ['https://example.com/line', { Digits: ['5', '6', '6'], A: 'é' }, '1ZoHIEWFKAs9aQItErD41OwZoJk='],
    ['wss://example.com/line/media', {}, 'WKj3P8DeLTkypiQeXhFhqFlt7go='],
    // cspell:enable
  ])('of %s is that of the official package', (url, parameters, expected) => {
    expect(signatureOf(token, url, parameters)).toBe(expected);
    expect(verifySignature(token, expected, { url, parameters })).toBe(true);
  });

  it('is valid with the default port and without it, and that of a websocket with a slash at its end', () => {
    const isValid = (signed: string, url: string) => verifySignature(token, signatureOf(token, signed), { url });
    expect(isValid('https://example.com:443/a?b=c', 'https://example.com/a?b=c')).toBe(true);
    expect(isValid('https://example.com/a', 'https://example.com:8443/a')).toBe(true);
    expect(isValid('wss://example.com/a/', 'wss://example.com/a')).toBe(true);
    expect(isValid('https://example.com/a/', 'https://example.com/a')).toBe(false);
    expect(isValid('https://example.org/a', 'https://example.com/a')).toBe(false);
  });

  it('is invalid without a header, with another token, or after a change of any parameter', () => {
    const url = 'https://example.com/line';
    expect(verifySignature(token, undefined, { url })).toBe(false);
    expect(verifySignature('54321', signatureOf(token, url), { url })).toBe(false);
    const form = fc.dictionary(fc.string({ minLength: 1 }), fc.string());
    fc.assert(
      fc.property(form, fc.string({ minLength: 1 }), fc.string(), (parameters, name, value) => {
        const signature = signatureOf(token, url, parameters);
        expect(verifySignature(token, signature, { url, parameters })).toBe(true);
        fc.pre(parameters[name] !== value && name !== '__proto__');
        const changed = { ...parameters, [name]: value };
        // Twilio signs names and values without separators: other parameters may give the same text.
        fc.pre(signatureOf(token, '', changed) !== signatureOf(token, '', parameters));
        expect(verifySignature(token, signature, { url, parameters: changed })).toBe(false);
      }),
      { numRuns: 100 },
    );
  });
});
