import { headerOf, headersOf, parseCSeq, parseNameAddr } from './headers';
import type { SipHeader, SipResponse } from './types';

/** What to do with a provisional response. */
export interface Reception {
  /** False for one that was received before, or before the one that it follows: it must not be acted on. */
  isNew: boolean;
  /** The RAck header field of the PRACK that must be sent in the dialog of the response; absent if it needs none. */
  rack?: SipHeader;
}

const mostSequence = 2 ** 31 - 1;

/**
 * Returns the RSeq of a provisional response that the other side repeats until it gets a PRACK (RFC 3262 section 4).
 * @returns 1 to 2^31 - 1; `undefined` for every other response
 */
export function reliableSequenceOf(response: SipResponse): number | undefined {
  const required = headersOf(response, 'Require').some((option) => option.toLowerCase() === '100rel');
  const [, digits] = /^0*(\d{1,10})$/.exec(headerOf(response, 'RSeq') ?? '') ?? [];
  const sequence = Number(digits);
  if (response.status <= 100 || response.status >= 200 || !required || digits === undefined) return undefined;
  return sequence >= 1 && sequence <= mostSequence ? sequence : undefined;
}

/**
 * Follows the provisional responses to one INVITE (RFC 3262 section 4). Those of each dialog that it created are numbered
 * without gaps: one whose predecessor was lost is not acknowledged, so that the other side sends both again.
 */
export function createReliableResponses(): { receive(response: SipResponse): Reception } {
  const latest = new Map<string, number>();
  return {
    receive: (response) => {
      const sequence = reliableSequenceOf(response);
      if (sequence === undefined) return { isNew: true };
      const { tag = '' } = parseNameAddr(headerOf(response, 'To') ?? '').params as { tag?: string };
      const { sequence: cseq, method } = parseCSeq(headerOf(response, 'CSeq') ?? '');
      const dialog = `${cseq} ${tag}`;
      if (sequence !== (latest.get(dialog) ?? sequence - 1) + 1) return { isNew: false };
      latest.set(dialog, sequence);
      return { isNew: true, rack: { name: 'RAck', value: `${sequence} ${cseq} ${method}` } };
    },
  };
}
