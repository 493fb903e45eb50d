import { answerChallenge, DigestError, isStale, realmToAnswer } from './digest';
import { headersOf } from './message/headers';
import type { SipHeader, SipRequest, SipResponse } from './message/types';
import type { SipTrunk } from './trunk';

/** Answers the challenges of one call: once, and once more if the server only wants a newer nonce. */
export interface Authorization {
  /**
   * Answers a 401 or 407 (RFC 3261 section 22).
   * @returns the header for the request that is sent again; `undefined` if it cannot be answered, or was before
   */
  answer(response: SipResponse, request: Pick<SipRequest, 'method' | 'uri'>, cnonce: string): SipHeader | undefined;
  /** The headers so far: an ACK has those of its INVITE (RFC 3261 section 13.2.2.4). */
  headers(): SipHeader[];
  /** The realms that got credentials. */
  realms(): string[];
}

/**
 * @param trunk whose credentials are used; none if it is absent, or has none
 * @param known only challenges of these realms are answered; absent: of any
 */
export function createAuthorization(
  trunk: Pick<SipTrunk, 'Username' | 'Password'> | undefined,
  known?: readonly string[],
): Authorization {
  const answered = new Map<string, SipHeader>();
  const realms = new Set<string>();
  let answers = 0;
  return {
    answer: (response, { method, uri }, cnonce) => {
      const isProxy = response.status === 407;
      if ((response.status !== 401 && !isProxy) || trunk?.Username === undefined || trunk.Password === undefined)
        return undefined;
      const name = isProxy ? 'Proxy-Authorization' : 'Authorization';
      const all = headersOf(response, isProxy ? 'Proxy-Authenticate' : 'WWW-Authenticate');
      const challenges = all.filter((one) => known?.includes(realmToAnswer([one]) ?? '') ?? true);
      // Credentials that were refused are wrong. A server and its proxy may each ask once.
      if (answers >= 3 || (answered.has(name) && !isStale(challenges))) return undefined;
      try {
        const { Username: username, Password: password } = trunk;
        const value = answerChallenge(challenges, { method, uri, username, password, cnonce, nc: 1 });
        answers++;
        realms.add(realmToAnswer(challenges) ?? '');
        answered.set(name, { name, value });
        return { name, value };
      } catch (error) {
        if (error instanceof DigestError) return undefined;
        throw error;
      }
    },
    headers: () => [...answered.values()],
    realms: () => [...realms],
  };
}
