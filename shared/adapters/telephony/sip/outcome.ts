import { lineOutcome, type LineOutcome } from '../../../domain/call/line-outcome';
import { boundLine } from '../../../domain/call/line';
import type { LegEnd } from '../telephony';
import type { SipOutcome } from './call-log';
import { headerOf, parseRetryAfter, q850CauseOf } from './message/headers';
import type { SipResponse } from './message/types';

/** How a call ended, without its instant. */
export type CallEnd = Omit<LegEnd, 'atMs'>;

/** A refusal of a trunk, and what it means. */
export interface Refusal {
  outcome: LineOutcome;
  /** Absent if nothing was sent. */
  sip?: { code: number; phrase: string };
  q850?: number;
}

/** Reads a final response that refuses a call. @param rang there was a 18x */
export function refusalOf(response: SipResponse, rang: boolean): Refusal {
  const retryAfter = headerOf(response, 'Retry-After');
  const retryAfterMs = retryAfter === undefined ? undefined : parseRetryAfter(retryAfter);
  const sip = { code: response.status, phrase: phraseOf(response) };
  const q850 = q850CauseOf(response);
  return {
    outcome: lineOutcome({
      sip: { ...sip, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
      ...(q850 === undefined ? {} : { q850 }),
      rang,
      headers: response.headers,
    }),
    sip,
    ...(q850 === undefined ? {} : { q850 }),
  };
}

/** Without what looks like a number, and of bounded length. */
const phraseOf = ({ phrase }: SipResponse): string => boundLine({ Provider: 'sip', SipReason: phrase }).SipReason ?? '';

/** What the contact does, of all that ends a call without an answer. */
const byContact: readonly (string | undefined)[] = ['busy', 'declined', 'unwanted'];

/** How a call ended that was refused. @param outcome of all trunks together */
export function endOfRefusal({ sip, q850 }: Refusal, outcome: LineOutcome): CallEnd {
  const { reason, detail, permanent, retryAfterMs } = outcome;
  const failed = reason === 'assistant_error';
  const said = sip === undefined ? 'could not be reached' : `refused the call with ${sip.code}`;
  return {
    reason,
    by: byContact.includes(detail) ? 'contact' : 'line',
    ...(detail === undefined ? {} : { detail }),
    ...(sip === undefined ? {} : { sip }),
    ...(q850 === undefined ? {} : { q850 }),
    ...(permanent === true ? { permanent } : {}),
    ...(failed ? { error: `The line ${said}.` } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** How an answered call ended that the other side ended. */
export function endOfBye(q850: number | undefined): CallEnd {
  const { reason, detail } = lineOutcome({
    sip: { code: 200, phrase: '' },
    ...(q850 === undefined ? {} : { q850 }),
    rang: true,
  });
  return {
    reason,
    by: detail === undefined ? 'contact' : 'line',
    ...(detail === undefined ? {} : { detail, error: `The line ended the call with cause ${q850} of Q.850.` }),
    ...(q850 === undefined ? {} : { q850 }),
  };
}

/** What the log keeps of an end. */
export function outcomeOfEnd(end: LegEnd, answeredAtMs: number | undefined): SipOutcome {
  const { reason, atMs, detail, sip, q850, by, permanent, error } = end;
  return {
    reason,
    endedAtMs: atMs,
    ...(answeredAtMs === undefined ? {} : { answeredAtMs }),
    ...(detail === undefined ? {} : { detail }),
    ...(sip === undefined ? {} : { sipCode: sip.code }),
    ...(q850 === undefined ? {} : { q850 }),
    ...(by === undefined ? {} : { by }),
    ...(permanent === undefined ? {} : { permanent }),
    ...(error === undefined ? {} : { failed: true }),
  };
}

/** The end that the log keeps, for a lookup. */
export function endOfOutcome(outcome: SipOutcome): LegEnd {
  const { reason, endedAtMs, detail, sipCode, q850, by, permanent, failed } = outcome;
  return {
    reason,
    atMs: endedAtMs,
    ...(detail === undefined ? {} : { detail }),
    ...(sipCode === undefined ? {} : { sip: { code: sipCode, phrase: '' } }),
    ...(q850 === undefined ? {} : { q850 }),
    ...(by === undefined ? {} : { by }),
    ...(permanent === undefined ? {} : { permanent }),
    ...(failed === true ? { error: 'The line failed, or the process that handled the call was lost.' } : {}),
  };
}
