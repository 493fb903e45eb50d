import { createHash } from 'node:crypto';
import { quote, splitOutside, trimBlanks, unquote } from './message/text';
import { SipParseError } from './message/errors';

/** None of the challenges can be answered: another scheme than Digest, or an algorithm that we do not know. */
export class DigestError extends Error {
  override name = 'DigestError';
}

/** What answers a challenge. */
export interface DigestCredentials {
  /** Of the request that is sent again. */
  method: string;
  /** The Request-URI of that request. */
  uri: string;
  username: string;
  password: string;
  /** Chosen by us. It must not be guessable from outside. */
  cnonce: string;
  /** How many requests were sent with the server's nonce, this one included: 1 or more. */
  nc: number;
}

/** One challenge (RFC 7616 section 3.3). Its quoted texts stay as they were escaped, as the digest needs them. */
interface Challenge {
  realm: string;
  nonce: string;
  opaque?: string;
  /** As it came. */
  algorithm?: string;
  /** Offers the quality of protection `auth`. Without any, the digest is that of RFC 2069. */
  hasQop: boolean;
  stale: boolean;
  hash: Hash;
}

interface Hash {
  name: string;
  /** The `-sess` variant, whose secret also depends on both nonces. */
  session: boolean;
  /** A higher one is preferred. */
  rank: number;
}

/** RFC 8760 section 2.1. */
const hashes: Readonly<Record<string, { name: string; rank: number }>> = {
  'sha-256': { name: 'sha256', rank: 2 },
  'sha-512-256': { name: 'sha512-256', rank: 2 },
  md5: { name: 'md5', rank: 1 },
};

/**
 * Answers a challenge by Digest (RFC 7616, RFC 8760). Of several challenges the strongest algorithm is answered, of equally
 * strong ones the first; `auth` is the only quality of protection.
 * @param challenges the values of WWW-Authenticate or Proxy-Authenticate, one challenge each
 * @returns the value of Authorization or Proxy-Authorization
 * @throws {DigestError}
 */
export function answerChallenge(challenges: readonly string[], credentials: DigestCredentials): string {
  const challenge = strongestOf(challenges);
  if (challenge === undefined) throw new DigestError('The line asks for credentials in a way that we do not know.');
  const { username, uri, cnonce } = credentials;
  const nc = credentials.nc.toString(16).padStart(8, '0');
  return `Digest ${[
    `username=${quote(username)}`,
    `realm="${challenge.realm}"`,
    `nonce="${challenge.nonce}"`,
    `uri=${quote(uri)}`,
    `response="${digestOf(challenge, { ...credentials, nc })}"`,
    ...(challenge.algorithm === undefined ? [] : [`algorithm=${challenge.algorithm}`]),
    ...(challenge.hasQop ? [`cnonce=${quote(cnonce)}`, 'qop=auth', `nc=${nc}`] : []),
    ...(challenge.opaque === undefined ? [] : [`opaque="${challenge.opaque}"`]),
  ].join(', ')}`;
}

function strongestOf(challenges: readonly string[]): Challenge | undefined {
  const readable = challenges.flatMap((text) => parseChallenge(text) ?? []);
  return readable.sort((a, b) => b.hash.rank - a.hash.rank)[0];
}

/** The realm of the challenge that {@link answerChallenge} answers; `undefined` if it can answer none. */
export const realmToAnswer = (challenges: readonly string[]): string | undefined => strongestOf(challenges)?.realm;

/** Whether the server refused only because its nonce was too old: the same credentials answer the new one. */
export const isStale = (challenges: readonly string[]): boolean =>
  challenges.some((text) => parseChallenge(text)?.stale === true);

function digestOf(
  { hash, realm, nonce, hasQop }: Challenge,
  { username, password, method, uri, cnonce, nc }: Omit<DigestCredentials, 'nc'> & { nc: string },
): string {
  const digest = (...parts: string[]): string => createHash(hash.name).update(parts.join(':')).digest('hex');
  const secret = digest(username, realm, password);
  const sessionSecret = hash.session ? digest(secret, nonce, cnonce) : secret;
  const protectedPart = hasQop ? [nonce, nc, cnonce, 'auth'] : [nonce];
  return digest(sessionSecret, ...protectedPart, digest(method, uri));
}

/** @returns `undefined` if it cannot be answered */
function parseChallenge(text: string): Challenge | undefined {
  const [, list] = /^[ \t]*Digest[ \t]+(.*)$/is.exec(text) ?? [];
  const fields = list === undefined ? undefined : readFields(list);
  const [realm, nonce, qop] = ['realm', 'nonce', 'qop'].map((name) => fields?.get(name));
  const hash = readHash(fields?.get('algorithm'), qop);
  if (fields === undefined || realm === undefined || nonce === undefined || hash === undefined) return undefined;
  const [opaque, algorithm] = [fields.get('opaque'), fields.get('algorithm')];
  return {
    realm,
    nonce,
    ...(opaque !== undefined && { opaque }),
    ...(algorithm !== undefined && { algorithm }),
    hasQop: qop !== undefined,
    stale: fields.get('stale')?.toLowerCase() === 'true',
    hash,
  };
}

/** @returns `undefined` if the algorithm, or every quality of protection, is unknown */
function readHash(algorithm = 'MD5', qop?: string): Hash | undefined {
  const [, base = '', session] = /^(.*?)(-sess)?$/is.exec(algorithm) ?? [];
  const hash = Object.hasOwn(hashes, base.toLowerCase()) ? hashes[base.toLowerCase()] : undefined;
  const protectedByAuth = qop?.split(',').some((name) => trimBlanks(name).toLowerCase() === 'auth');
  // The session's secret depends on a cnonce, which a request without qop does not contain.
  if (hash === undefined || protectedByAuth === false || (session !== undefined && qop === undefined)) return undefined;
  return { ...hash, session: session !== undefined };
}

/** Reads `name=value` parts without the quotes of their values, but with the backslashes in them. */
function readFields(list: string): Map<string, string> | undefined {
  try {
    const fields = new Map<string, string>();
    for (const part of splitOutside(list, ',')) {
      const [, name, value] = /^([^\s=]+)[ \t]*=[ \t]*(.*)$/s.exec(part) ?? [];
      if (name === undefined || value === undefined) continue;
      const text = unquote(value) === value ? value : value.slice(1, -1);
      // A quote in a value without quotes would end the quoted string in which we repeat it.
      const usable = text !== value || !value.includes('"');
      if (usable && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), text);
    }
    return fields;
  } catch (error) {
    if (error instanceof SipParseError) return undefined;
    throw error;
  }
}
