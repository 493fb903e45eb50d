import { createHmac } from 'node:crypto';

/**
 * The identifiers of a call at one trunk. They derive from the attempt, so a second process that dials the same attempt
 * sends the same ones, which the other side takes for a repeat, not for a second call.
 */
export interface CallKeys {
  /** `Call-ID` (RFC 3261 section 8.1.1.4). It holds nothing of the number. */
  callId: string;
  /** The tag of our `From` (RFC 3261 section 19.3). */
  fromTag: string;
}

/** Derives identifiers. */
export interface KeySource {
  callKeys(attemptKey: string, trunk: string): CallKeys;
  /** Whether the identifiers of a message are ours, of this process or of another one with the same secret. */
  isOurs(callId: string, fromTag: string): boolean;
  /** The branch of a request (RFC 3261 section 8.1.1.7). An ACK for a 2xx and a CANCEL count as requests of their own. */
  branchOf(callId: string, method: string, cseq: number): string;
  /** The client's nonce of a digest (RFC 7616 section 3.3). */
  cnonceOf(callId: string, cseq: number): string;
  /** The session id of our description (RFC 4566 section 5.2): 63 bits, decimal. */
  sessionIdOf(callId: string): string;
}

/** Every branch begins so (RFC 3261 section 8.1.1.7). */
export const branchPrefix = 'z9hG4bK';
const domain = 'outdial';

/** @param secret of all processes of one deployment. Without it the tags of a call cannot be guessed */
export function createKeySource(secret: string | Buffer): KeySource {
  const derive = (purpose: string, parts: readonly (string | number)[], length: number): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex')
      .slice(0, length);
  const fromTagOf = (callId: string): string => derive('from-tag', [callId], 20);
  return {
    callKeys: (attemptKey, trunk) => {
      const callId = `${derive('call-id', [attemptKey, trunk], 32)}@${domain}`;
      return { callId, fromTag: fromTagOf(callId) };
    },
    isOurs: (callId, fromTag) => fromTagOf(callId) === fromTag,
    branchOf: (callId, method, cseq) => `${branchPrefix}${derive('branch', [callId, method, cseq], 24)}`,
    cnonceOf: (callId, cseq) => derive('cnonce', [callId, cseq], 32),
    sessionIdOf: (callId) => (BigInt(`0x${derive('session', [callId], 16)}`) & 0x7fff_ffff_ffff_ffffn).toString(),
  };
}
