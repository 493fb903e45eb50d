import type { SrtpKey, SrtpSuite } from './types';

/** A key of SRTP in a session description (RFC 4568 section 9.1). */
export interface CryptoAttribute {
  /** By it an answer names the offered key that it accepts. */
  tag: number;
  srtp: SrtpKey;
}

const suites: readonly SrtpSuite[] = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'];
const keyBytes = 30;
/** A key, then how many packets it is good for: both forms of the number allow a call of hours. */
const inlineKey = /^inline:([A-Za-z0-9+/]{40})(?:\|(?:2\^\d{1,2}|\d{1,16}))?$/i;

/** Returns the value of an `a=crypto` attribute. */
export function writeCrypto({ tag, srtp }: CryptoAttribute): string {
  if (srtp.key.length !== keyBytes) throw new RangeError(`A key of SRTP has ${keyBytes} bytes.`);
  return `${tag} ${srtp.suite} inline:${srtp.key.toString('base64')}`;
}

/**
 * Reads the value of an `a=crypto` attribute.
 * @returns `undefined` if we cannot do what it asks: another suite, several keys, a key identifier in each packet, or a
 * parameter of the session that changes how packets are protected (RFC 4568 section 6.3)
 */
export function readCrypto(value: string): CryptoAttribute | undefined {
  const [tagText = '', suiteText = '', keyText = '', ...parameters] = value.split(/[ \t]/).filter(Boolean);
  const suite = suites.find((name) => name === suiteText.toUpperCase());
  const [, key] = inlineKey.exec(keyText) ?? [];
  const harmless = parameters.every((parameter) => /^(-|WSH=)/i.test(parameter));
  if (!/^\d{1,9}$/.test(tagText) || suite === undefined || key === undefined || !harmless) return undefined;
  return { tag: Number(tagText), srtp: { suite, key: Buffer.from(key, 'base64') } };
}
