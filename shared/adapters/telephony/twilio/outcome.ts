import { lineOutcome } from '../../../domain/call/line-outcome';
import type { EndedDetail } from '../../../domain/call/line';
import type { LegEnd, RefusalEnd } from '../telephony';
import { type CallStatus, isFinal } from './client';

/** What Twilio says of a call that is over. */
export interface FinalReport {
  status: CallStatus;
  sipCode?: number | undefined;
  errorCode?: number | undefined;
  /** A phone may have rung. */
  rang: boolean;
}

/** Twilio's own codes for numbers: what is wrong with them is known before anything is dialed. */
const invalidNumberCodes: readonly (number | undefined)[] = [13223, 13224, 21211, 21217, 21401];
/**
 * Codes with which Twilio refuses a call to one number: it cannot be reached, its country is not allowed, it is on a list of
 * Twilio's, or a trial account has not verified it. The line works: other numbers can be called.
 */
const refusedNumberCodes: Readonly<Record<number, EndedDetail>> = {
  21214: 'unreachable',
  21215: 'blocked',
  21216: 'blocked',
  21219: 'blocked',
};

/** What a refusal of the API, or the end of a call, says of its number; `undefined` if it says nothing. */
export function refusedNumberEnd(code: number | undefined): RefusalEnd | undefined {
  const detail = code === undefined ? undefined : refusedNumberCodes[code];
  return detail && { reason: 'contact_did_not_answer', detail, providerCode: String(code) };
}

/** A code of Twilio's that calls of this number are blocked as spam by the carrier of the contact. */
const blockedCode = 32203;

/** Whether the API refused a call because its number can never be reached. */
export const isInvalidNumber = (code: number | undefined): boolean => invalidNumberCodes.includes(code);

/** The end of a call to a number that does not exist. */
export const invalidNumberEnd = (code: number | undefined): Omit<LegEnd, 'atMs'> => ({
  reason: 'contact_did_not_answer',
  detail: 'invalid_number',
  permanent: true,
  by: 'line',
  ...(code !== undefined && { providerCode: String(code) }),
});

/** What a final status means for the call. */
export function endOf({ status, sipCode, errorCode, rang }: FinalReport): Omit<LegEnd, 'atMs'> {
  if (!isFinal(status)) throw new RangeError(`${status} is not final.`);
  const codes = {
    ...(sipCode !== undefined && { sip: { code: sipCode, phrase: '' } }),
    ...(errorCode !== undefined && { providerCode: String(errorCode) }),
  };
  if (status === 'completed') return { reason: 'contact_hung_up', by: 'contact' };
  if (status === 'busy' && !hasPreciseCode(sipCode))
    return { reason: 'contact_busy', detail: 'busy', by: 'contact', ...codes };
  if (status === 'failed' && isInvalidNumber(errorCode)) return { ...invalidNumberEnd(errorCode), ...codes };
  const refused = status === 'failed' ? refusedNumberEnd(errorCode) : undefined;
  if (refused?.reason !== undefined) return { ...refused, reason: refused.reason, by: 'line', ...codes };
  if (status === 'failed' || hasPreciseCode(sipCode)) return { ...failedEnd({ sipCode, errorCode, rang }), ...codes };
  return { reason: 'contact_did_not_answer', detail: 'no_answer', by: 'line', ...codes };
}

/** Twilio says `no-answer` of a contact who declined the call, too. */
const hasPreciseCode = (sipCode: number | undefined): boolean =>
  sipCode !== undefined && [603, 604, 607, 608].includes(sipCode);

function failedEnd({ sipCode, errorCode, rang }: Omit<FinalReport, 'status'>): Omit<LegEnd, 'atMs'> {
  const { reason, detail, permanent } = lineOutcome({
    // Twilio reports a call that it could not place as failed, whatever its SIP code.
    ...(sipCode !== undefined && sipCode >= 300 && { sip: { code: sipCode, phrase: '' } }),
    rang,
    ...(errorCode === blockedCode && { headers: [{ name: 'X-Twilio-Error', value: String(errorCode) }] }),
  });
  const isOurs = reason === 'assistant_error';
  return {
    reason,
    by: 'line',
    ...(detail && { detail }),
    ...(permanent && { permanent }),
    ...(isOurs && { error: `The call failed at Twilio${errorCode === undefined ? '.' : ` with code ${errorCode}.`}` }),
  };
}
