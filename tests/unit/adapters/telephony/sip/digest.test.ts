import fc from 'fast-check';
import { createHash } from 'node:crypto';
import {
  answerChallenge,
  DigestError,
  isStale,
  type DigestCredentials,
} from '../../../../../shared/adapters/telephony/sip/digest';
import { paramsOf } from '../../../../../shared/adapters/telephony/sip/message/headers';

/** Reads the fields of an answer, in which a comma separates them. */
const fieldsOf = (answer: string) => paramsOf(`;${answer.replace(/^Digest /, '').replaceAll(', ', ';')}`);

const mufasa: DigestCredentials = {
  method: 'GET',
  uri: '/dir/index.html',
  username: 'Mufasa',
  password: 'Circle of Life',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  nc: 1,
};
const rfc7616 =
  'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ' +
  'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
const invite: DigestCredentials = {
  method: 'INVITE',
  uri: 'sip:+15550002222@carrier.example',
  username: 'trunk-1',
  password: 'secret',
  cnonce: '0a4f113b',
  nc: 1,
};

describe('an answer to a challenge', () => {
  const md5 = `Digest ${rfc7616}, algorithm=MD5`;
  const sha256 = `Digest ${rfc7616}, algorithm=SHA-256`;

  it('is that of RFC 7616 section 3.9.1', () => {
    expect(fieldsOf(answerChallenge([md5], mufasa))['response']).toBe('8ca523f5e9506fed4657c9700eebdbec');
    expect(fieldsOf(answerChallenge([sha256], mufasa))).toEqual({
      username: 'Mufasa',
      realm: 'http-auth@example.org',
      nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
      uri: '/dir/index.html',
      response: '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
      algorithm: 'SHA-256',
      cnonce: mufasa.cnonce,
      qop: 'auth',
      nc: '00000001',
      opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
    });
  });

  it('is that of RFC 7616 section 3.9.2 as corrected by erratum 4897, with a name in UTF-8', () => {
    const challenge =
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, ' +
      'nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", charset=UTF-8, userhash=true';
    const answer = answerChallenge([challenge], {
      ...mufasa,
      uri: '/doe.json',
      username: 'Jäsøn Doe',
      password: 'Secret, or not?',
      cnonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v',
    });
    expect(fieldsOf(answer)['response']).toBe('3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5');
  });

  it('is that of RFC 2617, and without a quality of protection that of RFC 2069', () => {
    const challenge = 'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"';
    const credentials = { ...mufasa, password: 'Circle Of Life', cnonce: '0a4f113b' };
    const withQop = fieldsOf(answerChallenge([`${challenge}, qop="auth,auth-int"`], credentials));
    expect(withQop['response']).toBe('6629fae49393a05397450978507c4ef1');
    const without = fieldsOf(answerChallenge([challenge], credentials));
    expect(without['response']).toBe('670fd8c2df070c60b045671b8b24ff02');
    expect(Object.keys(without)).toEqual(['username', 'realm', 'nonce', 'uri', 'response']);
  });

  it('of a session depends on both nonces', () => {
    const hash = (...parts: string[]) => createHash('sha256').update(parts.join(':')).digest('hex');
    const answer = fieldsOf(answerChallenge(['Digest realm="r", nonce="n", qop=auth, algorithm=SHA-256-sess'], invite));
    const secret = hash(hash('trunk-1', 'r', 'secret'), 'n', invite.cnonce);
    expect(answer['response']).toBe(hash(secret, 'n', '00000001', invite.cnonce, 'auth', hash('INVITE', invite.uri)));
    expect(answer['algorithm']).toBe('SHA-256-sess');
  });

  it('takes the strongest algorithm that we know, and the first of equal ones', () => {
    const algorithmOf = (...algorithms: string[]) =>
      fieldsOf(
        answerChallenge(
          algorithms.map((name) => `Digest realm="r", nonce="n", qop="auth", algorithm=${name}`),
          invite,
        ),
      )['algorithm'];
    expect(algorithmOf('AKAv1-MD5', 'MD5', 'SHA-256')).toBe('SHA-256');
    expect(algorithmOf('MD5', 'SHA-512-256', 'SHA-256')).toBe('SHA-512-256');
    expect(algorithmOf('"md5"', 'SHA-1')).toBe('md5');
  });

  it('counts its requests with one nonce in hexadecimal', () => {
    const answer = answerChallenge(['Digest realm="r", nonce="n", qop="auth"'], { ...invite, nc: 255 });
    expect(fieldsOf(answer)['nc']).toBe('000000ff');
    expect(answer).toContain('qop=auth, nc=000000ff');
  });

  it('reads blanks, letter case and values without quotes as servers send them', () => {
    const answer = fieldsOf(answerChallenge(['digest  Realm = asterisk ,NONCE="n",  , qop=AUTH,opaque=""'], invite));
    expect(answer).toMatchObject({ realm: 'asterisk', nonce: 'n', qop: 'auth', opaque: '' });
  });

  it('repeats what was escaped as it came', () => {
    const answer = answerChallenge(['Digest realm="say \\"hi\\", \\\\", nonce="a,b=c"'], invite);
    expect(answer).toContain('realm="say \\"hi\\", \\\\", nonce="a,b=c"');
  });
});

it('is refused if no challenge can be answered', () => {
  const unanswerable = [
    'Basic realm="r"',
    'Digest',
    'Digest nonce="n"',
    'Digest realm="r"',
    'Digest realm="r", nonce="n", algorithm=SHA-1',
    'Digest realm="r", nonce="n", algorithm=constructor',
    'Digest realm="r", nonce="n", qop="auth-int"',
    'Digest realm="r", nonce="n", algorithm=MD5-sess',
    'Digest realm="r, nonce="n"',
    'Digest realm=a"b", nonce="n"',
  ];
  expect(() => answerChallenge(unanswerable, invite)).toThrow(DigestError);
  expect(() => answerChallenge([], invite)).toThrow(DigestError);
});

it('sees that only the nonce was too old', () => {
  expect(isStale(['Digest realm="r", nonce="n", stale=TRUE'])).toBe(true);
  expect(isStale(['Digest realm="r", nonce="n", stale=false', 'Digest realm="r", nonce="n"', 'Basic stale=true'])).toBe(
    false,
  );
});

it('answers on one line and never contains the password, or is refused by its own error, whatever a server sends', () => {
  const structural = fc.string({ unit: fc.constantFrom(...Array.from('realm=nonce"\\, qop\r\n')) });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), structural), (text) => {
      const challenges = [`Digest realm="r", nonce="n"${text}`, `Digest realm=${text}, nonce=${text}`, text];
      for (const challenge of challenges) {
        try {
          const answer = answerChallenge([challenge.replace(/[\r\n]/g, ' ')], { ...invite, password: 'p@ss-of-trunk' });
          expect(answer).not.toMatch(/[\r\n]|p@ss-of-trunk/);
        } catch (error) {
          expect(error).toBeInstanceOf(DigestError);
        }
      }
    }),
  );
});
